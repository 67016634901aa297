import { afterEach, expect, test } from 'vitest'
import { type Listening, listen } from './server.js'

let listening: Listening | undefined

afterEach(() => listening?.drain())

test('tells clients that it keeps idle connections for longer than the minute for which they use them again', async () => {
  listening = await listen('127.0.0.1', 0)
  listening.server.on('request', (_request, response) => response.end())

  const answer = await fetch(`http://127.0.0.1:${listening.port}/`)

  expect(answer.headers.get('keep-alive')).toBe('timeout=72')
})
