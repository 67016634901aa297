/**
 * Bytes at which the parser of HTTP itself stops.
 *
 * @module
 */
import type { Random } from './random.js'
import type { Sent } from './requests.js'

export function rawRequest(random: Random, host: string): Sent {
  const text = (value: string) => Buffer.from(value, 'latin1')
  const bytes = random.pick<() => Buffer>([
    () => Buffer.concat([Buffer.from([1]), random.bytes(random.below(300)), text('\r\n\r\n')]),
    () => text('GET / HTTP/9.9\r\n\r\n'),
    () => text(`GET / HTTP/1.1\r\nHost: ${host}\r\nno colon here\r\n\r\n`),
    () => text(`GET / HTTP/1.1\r\nHost: ${host}\r\nX: a\r\n folded\r\n\r\n`),
    () => text(`GET / HTTP/1.1\r\nHost: ${host}\r\nX: a\0b\r\n\r\n`),
    () => text(`GET / HTTP/1.1\r\nHost : ${host}\r\n\r\n`),
    () => text(`GET / HTTP/1.1\nHost: ${host}\n\n`),
    () => text(`GET /${'a'.repeat(random.pick([15_000, 20_000, 100_000]))} HTTP/1.1\r\nHost: ${host}\r\n\r\n`),
    () => text(`GET / HTTP/1.1\r\nHost: ${host}\r\nX: ${'a'.repeat(random.pick([15_000, 20_000, 100_000]))}\r\n\r\n`),
    () => text(`GET / HTTP/1.1\r\nHost: ${host}\r\n${'a: b\r\n'.repeat(2500)}\r\n`),
    () => text('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    () => text(`CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`),
    () => text('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'),
    () => text('GET / HTTP/1.0\r\n\r\n'),
    () => text('GET /oauth2/authorize/abc?client_id=fuzz-a HTTP/1.0\r\n\r\n'),
    () => text(`POST /oauth2/token HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcde`),
    () => text(`GET / HTTP/1.1\r\nHost: ${host}\r\nHost: ${host}\r\n\r\n`),
    () => text(`OPTIONS * HTTP/1.1\r\nHost: ${host}\r\n\r\n`),
    () => text(`GET  / HTTP/1.1\r\nHost: ${host}\r\n\r\n`),
    () => text(`GET / x HTTP/1.1\r\nHost: ${host}\r\n\r\n`),
    () => text('GET\r\n\r\n'),
    () => text(`GET / HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`),
    () =>
      text(
        `GET / HTTP/1.1\r\nHost: ${host}\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: x\r\n\r\n`,
      ),
  ])()
  return {
    area: 'docs',
    method: 'GET',
    path: '/',
    headers: [],
    body: Buffer.alloc(0),
    parts: [bytes],
    pauseMillis: 0,
    ends: 'awaited',
    isFramed: false,
    isRaw: true,
  }
}
