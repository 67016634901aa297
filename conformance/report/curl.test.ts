import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { curlOf } from './curl.js'
import { sampleExchange } from './testing/sample-run.js'

/** The words that a shell makes of a line. */
const wordsOf = (line: string): string[] =>
  execFileSync('sh', [
    '-c',
    `TOKEN=the-token SECRET=a-secret; set -- ${line}; for word; do printf '%s\\0' "$word"; done`,
  ])
    .toString()
    .split('\0')
    .slice(0, -1)

const request = (change: Partial<ReturnType<typeof sampleExchange>['request']>) =>
  sampleExchange({ request: { method: 'GET', url: 'https://bank.example/a', headers: [], ...change } })

test('has variables in place of secrets, and leaves out what curl sends itself', () => {
  const exchange = request({
    headers: [
      ['host', 'bank.example'],
      ['authorization', 'Bearer «secret:1234abcd»'],
      ['x-user-token', '«secret:99»'],
      ['content-length', '5'],
    ],
    body: 'code=«secret:aa»&x=1',
  })

  expect(wordsOf(curlOf(exchange))).toEqual([
    'curl',
    '-i',
    '-X',
    'GET',
    'https://bank.example/a',
    '-H',
    'authorization: Bearer the-token',
    '-H',
    'x-user-token: a-secret',
    '--data-binary',
    'code=a-secret&x=1',
  ])
})

test.each(["'; touch /tmp/x; '", '$(id)', '`id`', '"$HOME"', "a'b\\", '\u001b[31m', '!!', "it's «secret:1»'s"])(
  'is one word for what a bank makes the suite send: %j',
  (hostile) => {
    const words = wordsOf(curlOf(request({ url: `https://bank.example/${hostile}` })))

    expect(words).toHaveLength(3)
    expect(words[2]).toBe(
      `https://bank.example/${hostile.replace('\u001b', '\\u001b').replace('«secret:1»', 'a-secret')}`,
    )
  },
)

test('names a file in place of a long body', () => {
  expect(curlOf(request({ method: 'POST', body: 'x'.repeat(5000) }))).toMatch(/ --data-binary @body$/)
})
