/**
 * Which addresses the bank calls: whose network they are in, and what a callback may look like. The address is judged that is
 * really connected to, not the name. FACTS 9.1 and 9.3; decision 0142.
 *
 * @module
 */
import { BlockList, isIP } from 'node:net'

/** What callbacks may be at. */
export interface AddressPolicy {
  /** Addresses of this machine: where the bank itself listens on loopback alone. */
  readonly loopback: boolean
  /** Addresses of private networks, link-local ones included. */
  readonly private: boolean
}

export type AddressKind = 'public' | 'loopback' | 'private' | 'special'

function listOf(v4: readonly string[], v6: readonly string[]): BlockList {
  const list = new BlockList()
  for (const [family, nets] of [
    ['ipv4', v4],
    ['ipv6', v6],
  ] as const) {
    for (const net of nets) {
      const [address = '', bits] = net.split('/')
      list.addSubnet(address, Number(bits), family)
    }
  }
  return list
}

const loopbackNets = listOf(['127.0.0.0/8'], ['::1/128'])
/** RFC 1918, RFC 6598, RFC 3927; RFC 4193, RFC 4291. */
const privateNets = listOf(
  ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '169.254.0.0/16'],
  ['fc00::/7', 'fe80::/10', 'fec0::/10'],
)
/** Nobody's: unspecified, documentation, benchmarks, multicast, reserved. RFC 6890. */
const specialNets = listOf(
  [
    '0.0.0.0/8',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ],
  ['::/128', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32', '3fff::/20', '5f00::/16', 'ff00::/8'],
)

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): readonly number[] {
  const plain = address.replace(/%.*$/, '').replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number)
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  })
  const [head = '', tail] = plain.split('::')
  const first = head === '' ? [] : head.split(':')
  if (tail === undefined) return first.map((group) => Number.parseInt(group, 16))
  const last = tail === '' ? [] : tail.split(':')
  const between = Array.from({ length: 8 - first.length - last.length }, () => '0')
  return [...first, ...between, ...last].map((group) => Number.parseInt(group, 16))
}

/** The IPv4 address inside an IPv6 one: mapped, compatible, of NAT64 or 6to4. */
function embeddedIn(address: string): string | undefined {
  const groups = groupsOf(address)
  const dotted = (high = 0, low = 0) => `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`
  const start = groups.slice(0, 6).join()
  const isLow = start === '0,0,0,0,0,0' && (groups[6] !== 0 || (groups[7] ?? 0) > 1)
  if (isLow || start === '0,0,0,0,0,65535' || start === '0,0,0,0,65535,0') return dotted(groups[6], groups[7])
  if (start === '100,65435,0,0,0,0') return dotted(groups[6], groups[7])
  return groups[0] === 0x2002 ? dotted(groups[1], groups[2]) : undefined
}

/** Whose network an address is in. */
export function kindOf(address: string): AddressKind {
  const version = isIP(address)
  if (version === 0) return 'special'
  if (version === 6) {
    const embedded = embeddedIn(address)
    if (embedded !== undefined) return kindOf(embedded)
  }
  const family = version === 4 ? 'ipv4' : 'ipv6'
  const bare = address.replace(/%.*$/, '')
  if (loopbackNets.check(bare, family)) return 'loopback'
  if (privateNets.check(bare, family)) return 'private'
  return specialNets.check(bare, family) ? 'special' : 'public'
}

/** Whether the bank may connect to an address. */
export function mayConnect(address: string, policy: AddressPolicy): boolean {
  const kind = kindOf(address)
  return kind === 'public' || (kind !== 'special' && policy[kind])
}

/** A host as the URL parser leaves it, without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

const isLoopbackHost = (url: URL) => hostOf(url) === 'localhost' || kindOf(hostOf(url)) === 'loopback'

/** What is wrong with the address of a callback, as far as that can be told without looking up its name. */
export function callbackMistake(text: string, policy: AddressPolicy): string | undefined {
  if (!URL.canParse(text)) return 'expected an absolute https URI'
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return `expected an https URI, received ${url.protocol}`
  if (url.username !== '' || url.password !== '') return 'expected a URI without user and password'
  if (/#/.test(text)) return 'expected a URI without a fragment'
  if (text.length > 2000) return `expected at most 2000 characters, received ${text.length}`
  const host = hostOf(url)
  if (isIP(host) !== 0 && !mayConnect(host, policy)) return `the bank does not call ${host}: a ${kindOf(host)} address`
  if (host === 'localhost' && !policy.loopback) return 'the bank does not call localhost'
  const isPlain = url.protocol === 'http:'
  if (isPlain && !(policy.loopback && isLoopbackHost(url)) && !policy.private) return 'expected an https URI'
  return undefined
}

const ending = '/event-notifications'

/** The address that is called: a callback that ends in the name of the resource as it is, any other with that appended. */
export function targetOf(callbackUrl: string): string {
  const url = new URL(callbackUrl)
  if (url.pathname.replace(/\/$/, '').endsWith(ending)) return callbackUrl
  url.pathname = `${url.pathname.replace(/\/$/, '')}${ending}`
  return url.href
}
