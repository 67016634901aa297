import { describe, expect, test } from 'vitest'
import { callbackMistake, kindOf, targetOf } from './callback.js'

const open = { loopback: true, private: false }
const shut = { loopback: false, private: false }

describe('the address that is called', () => {
  test.each([
    ['https://tpp.example/obf', 'https://tpp.example/obf/event-notifications'],
    ['https://tpp.example', 'https://tpp.example/event-notifications'],
    ['https://tpp.example/', 'https://tpp.example/event-notifications'],
    ['https://tpp.example/a/b/', 'https://tpp.example/a/b/event-notifications'],
    ['https://tpp.example/obf?tenant=1&x=%2F', 'https://tpp.example/obf/event-notifications?tenant=1&x=%2F'],
    ['https://tpp.example/event-notifications', 'https://tpp.example/event-notifications'],
    ['https://tpp.example/a/event-notifications/', 'https://tpp.example/a/event-notifications/'],
    ['https://tpp.example/event-notifications?x=1', 'https://tpp.example/event-notifications?x=1'],
    ['https://tpp.example/my-event-notifications', 'https://tpp.example/my-event-notifications/event-notifications'],
  ])('of %s is %s', (callback, target) => {
    expect(targetOf(callback)).toBe(target)
  })
})

test.each([
  ['8.8.8.8', 'public'],
  ['2606:4700::1111', 'public'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['::1', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['::ffff:7f00:1', 'loopback'],
  ['::127.0.0.1', 'loopback'],
  ['64:ff9b::127.0.0.1', 'loopback'],
  ['64:ff9b::7f00:1', 'loopback'],
  ['2002:7f00:1::', 'loopback'],
  ['10.0.0.1', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['172.32.0.1', 'public'],
  ['192.168.1.1', 'private'],
  ['100.64.0.1', 'private'],
  ['169.254.169.254', 'private'],
  ['::ffff:169.254.169.254', 'private'],
  ['::ffff:a9fe:a9fe', 'private'],
  ['fe80::1', 'private'],
  ['fe80::1%eth0', 'private'],
  ['fd00:ec2::254', 'private'],
  ['2002:a00:1::1', 'private'],
  ['0.0.0.0', 'special'],
  ['::', 'special'],
  ['::ffff:0.0.0.0', 'special'],
  ['224.0.0.1', 'special'],
  ['255.255.255.255', 'special'],
  ['2001:db8::1', 'special'],
  ['ff02::1', 'special'],
  ['no address', 'special'],
])('%s is %s', (address, kind) => {
  expect(kindOf(address)).toBe(kind)
})

/** Ways to write addresses of this machine and of inner networks, and what is no callback at all. */
const forbidden = [
  'https://127.0.0.1/',
  'https://127.1/',
  'https://127.0.1/',
  'https://2130706433/',
  'https://017700000001/',
  'https://0x7f000001/',
  'https://0x7f.0.0.1/',
  'https://0177.0.0.1/',
  'https://0x7f.1/',
  'https://127.0.0.1./',
  'https://１２７.０.０.１/',
  'https://①②⑦.0.0.1/',
  'https://localhost/',
  'https://LOCALHOST/',
  'https://[::1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://0/',
  'https://0.0.0.0/',
  'https://[::]/',
  'https://10.0.0.1/',
  'https://10.1/',
  'https://167772161/',
  'https://0xa000001/',
  'https://012.0.0.1/',
  'https://172.16.0.1/',
  'https://192.168.0.1/',
  'https://0xc0a80001/',
  'https://3232235521/',
  'https://192.168.257/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://2852039166/',
  'https://0xa9fea9fe/',
  'https://0251.0376.0251.0376/',
  'https://[::ffff:169.254.169.254]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[fe80::1]/',
  'https://[fd00:ec2::254]/',
  'https://[fc00::1]/',
  'https://[fec0::1]/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[ff02::1]/',
  'https://198.18.0.1/',
  'https://240.0.0.1/',
  'http://tpp.example/',
  'http://127.0.0.1:80@tpp.example/',
  'https://user:password@tpp.example/',
  'https://tpp.example/#fragment',
  'file:///etc/passwd',
  'ftp://tpp.example/',
  'gopher://127.0.0.1:6379/_x',
  'data:text/plain,x',
  'javascript:alert(1)',
  'ws://tpp.example/',
  '//127.0.0.1/',
  'tpp.example',
] as const

test('the table has 60 spellings', () => {
  expect(forbidden.length).toBeGreaterThanOrEqual(60)
})

test.each(forbidden)('%s is no callback of a bank in a network', (callback) => {
  expect(callbackMistake(callback, shut)).toEqual(expect.any(String))
})

test.each(['https://tpp.example/', 'https://tpp.example:8443/a?b=c', 'https://8.8.8.8/', 'https://[2606:4700::1111]/'])(
  '%s is one',
  (callback) => {
    expect(callbackMistake(callback, shut)).toBeUndefined()
  },
)

test.each(['http://localhost:3000/h', 'http://127.0.0.1:3000/h', 'http://[::1]:3000/', 'https://localhost/'])(
  '%s is one of a bank on loopback',
  (callback) => {
    expect(callbackMistake(callback, open)).toBeUndefined()
    expect(callbackMistake(callback, shut)).toEqual(expect.any(String))
  },
)

test.each(['http://10.0.0.1/', 'http://tpp.internal/', 'https://169.254.169.254/'])(
  '%s is one where private networks are allowed',
  (callback) => {
    expect(callbackMistake(callback, { loopback: false, private: true })).toBeUndefined()
    expect(callbackMistake(callback, open)).toEqual(expect.any(String))
  },
)
