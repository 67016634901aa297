/**
 * Bodies: right ones with something changed, and bytes that are none.
 *
 * @module
 */
import { longText, values } from './hostile.js'
import type { Random } from './random.js'
import type { Target } from './targets.js'

/** A body for a target, up to its limit and now and then beyond. */
export function bodyFor(random: Random, target: Target): Buffer {
  const limit = Math.max(target.bodyLimit, 1024)
  const kind = random.below(10)
  if (kind < 3) return Buffer.from(written(random, target, mutated(random, target.body, limit)))
  if (kind < 5) return Buffer.from(written(random, target, target.body))
  if (kind < 8) return hugeBody(random, sizeUpTo(random, limit))
  if (kind === 8) return damaged(random, Buffer.from(written(random, target, target.body)))
  return random.bytes(random.below(2000))
}

/** A size: often the limit, or one byte beside it. */
const sizeUpTo = (random: Random, limit: number) =>
  random.pick([100, 1000, limit >> 2, limit - 100, limit - 1, limit, limit + 1])

/** As the target reads it: a form or JSON. */
function written(random: Random, { type }: Target, body: unknown): string {
  if (type !== 'application/x-www-form-urlencoded' || random.oneIn(10)) return JSON.stringify(body ?? {})
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : [['x', body]]
  return fields.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
}

const encode = (value: unknown) =>
  encodeURIComponent(
    (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).replaceAll(/\p{Surrogate}/gu, '?'),
  )

/** The value with one place in it changed. */
export function mutated(random: Random, value: unknown, limit: number): unknown {
  if (Array.isArray(value) && value.length > 0 && !random.oneIn(3)) {
    const at = random.below(value.length)
    return value.map((each, index) => (index === at ? mutated(random, each, limit) : each))
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && !random.oneIn(4)) {
    const names = Object.keys(value)
    const name = random.oneIn(4) ? random.pick(['Extra', '__proto__', '', 'toString', ...names]) : random.pick(names)
    if (random.oneIn(6)) return Object.fromEntries(Object.entries(value).filter(([each]) => each !== name))
    const changed = mutated(random, (value as Record<string, unknown>)[name], limit)
    return Object.fromEntries([...Object.entries(value), [name, changed]])
  }
  return replacement(random, limit)
}

function replacement(random: Random, limit: number): unknown {
  const many = Math.floor(limit / 8)
  return random.pick<() => unknown>([
    () => random.pick(values),
    () => null,
    () => random.pick([0, -1, 1e308, 0.1, 2 ** 53]),
    () => ({}),
    () => [],
    () => Array(random.pick([3, 200, many])).fill(random.pick<unknown>(['x', 1, {}, []])),
    () => longText(random, limit - 500),
    () => Object.fromEntries(Array.from({ length: random.pick([3, 200, many >> 1]) }, (_, index) => [`k${index}`, 1])),
  ])()
}

/** A body of this size in which one thing is repeated. */
function hugeBody(random: Random, size: number): Buffer {
  const filled = (before: string, piece: string, after: string) =>
    Buffer.from(
      before + piece.repeat(Math.max(0, Math.floor((size - before.length - after.length) / piece.length))) + after,
    )
  return random.pick<() => Buffer>([
    () => filled('{"', '\\"', ''),
    () => filled('"', '\\"', ''),
    () => filled('{"a":"', '\\u0000', '"}'),
    () => filled('', '[', ''),
    () => filled('', '{"a":', ''),
    () => filled('[', '1,', '1]'),
    () => filled('[', '{},', '{}]'),
    () => filled('[', '[],', '[]]'),
    () => filled('{"Data":{"Permissions":[', '"x",', '"x"]},"Risk":{}}'),
    () => filled('{"Data":{"Permissions":[', '0,', '0]},"Risk":{}}'),
    () => filled('{"Data":{"Permissions":[', '"ReadBalances",', '"ReadBalances"]},"Risk":{}}'),
    () => filled('[', '{"id":"x"},', '{"id":"x"}]'),
    () => filled('{', '"a":1,', '"a":1}'),
    () => filled('{"psu":"layla","accounts":[', '"x",', '"x"]}'),
    () => filled('{"a":', '9', '}'),
    () => filled('{"a":0.', '0', '1}'),
    () => filled('{"by":"P', '1', 'D"}'),
    () => filled('{"a":1}', ' ', ''),
    () => filled('', '{}', ''),
    () => filled('', '&', ''),
    () => filled('', 'a&', ''),
    () => filled('accounts=x', '&accounts=x', ''),
    () => filled('decision=login&username=layla&password=', '%00', ''),
    () => filled('decision=approve&otp=', '+', '1'),
    () => filled('claims=%7B', '%5B', ''),
    () => filled('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n', 'x', '\r\n--x--'),
    () => Buffer.concat([filled('{"a":"', 'x', ''), random.bytes(5), Buffer.from('"}')]),
  ])()
}

/** A right body with a mark before it, bytes after it, something cut off or a byte changed. */
function damaged(random: Random, body: Buffer): Buffer {
  const at = random.below(body.length + 1)
  return random.pick<() => Buffer>([
    () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body]),
    () => Buffer.from(body.toString(), 'utf16le'),
    () => Buffer.concat([body, Buffer.from(random.pick(['x', ',"x":[]', '{}', ']', '}', '\0']))]),
    () => Buffer.concat([body, body]),
    () => body.subarray(0, at),
    () => Buffer.concat([body.subarray(0, at), random.bytes(1), body.subarray(at + 1)]),
  ])()
}
