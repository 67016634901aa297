import { expect, test } from 'vitest'
import { multiplex } from './multiplexer.js'
import type { Reporter } from './reporter.js'
import { sampleCase, sampleRun } from './testing/sample-run.js'

function recorder(name: string, seen: string[]): Reporter {
  return {
    name,
    onBegin: () => seen.push(`${name} begin`),
    onCase: (verdict) => seen.push(`${name} ${verdict.case}`),
    onEnd: () => void seen.push(`${name} end`),
  }
}

async function runThrough(reporters: readonly Reporter[]) {
  const lines: string[] = []
  const all = multiplex(reporters, (text) => lines.push(text))
  all.onBegin(sampleRun().info)
  all.onCase(sampleCase())
  await all.onEnd(sampleRun())
  return { lines, dropped: all.dropped }
}

test('calls every reporter in order', async () => {
  const seen: string[] = []

  await runThrough([recorder('a', seen), recorder('b', seen), { name: 'without hooks' }])

  expect(seen).toEqual(['a begin', 'b begin', 'a AAC-001', 'b AAC-001', 'a end', 'b end'])
})

test.each(['onBegin', 'onCase', 'onEnd'] as const)('drops a reporter that throws in %s and goes on', async (hook) => {
  const seen: string[] = []
  const after: string[] = []
  const broken = recorder('broken', seen)
  const throwing = {
    ...broken,
    [hook]: () => {
      seen.push('threw')
      throw new Error('disk\u001b[31m full')
    },
  }

  const { lines, dropped } = await runThrough([throwing, recorder('b', after)])

  expect(lines).toEqual(['The reporter broken failed and is left out: disk\\u001b[31m full\n'])
  expect(dropped).toEqual(['broken'])
  expect(seen.at(-1)).toBe('threw')
  expect(after).toEqual(['b begin', 'b AAC-001', 'b end'])
})

test('drops a reporter whose end rejects, and waits for the others', async () => {
  const seen: string[] = []
  const slow: Reporter = {
    name: 'slow',
    async onEnd() {
      await new Promise((resolve) => setImmediate(resolve))
      seen.push('slow')
    },
  }

  const { dropped } = await runThrough([{ name: 'broken', onEnd: () => Promise.reject(new Error('no')) }, slow])

  expect(dropped).toEqual(['broken'])
  expect(seen).toEqual(['slow'])
})
