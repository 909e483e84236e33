import ipaddr from 'ipaddr.js'
import { OutgoingError } from './outgoing-error.ts'

const PORTS = new Set(['', '80', '443', '8080', '8443'])

/** Public addresses that a cloud answers internally: Azure's host agent. */
const CLOUD_INSIDE = new Set(['168.63.129.16'])

/** The range of public IPv6 addresses; translated, tunnelled and mapped ranges are outside it or refused below. */
const GLOBAL_IPV6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]

/**
 * Whether an address may be called: `public`, this machine (`loopback`), or neither (private, link-local with the clouds'
 * metadata, shared, multicast, reserved, translated by NAT64 or tunnelled, unreadable).
 */
export function classifyAddress(address: string): 'public' | 'loopback' | 'refused' {
  // ::1.2.3.4 is an obsolete form of IPv6 that is not routed, and would be parsed as 1.2.3.4.
  if (!ipaddr.isValid(address) || /^::\d+\./.test(address)) return 'refused'
  // Converts ::ffff:127.0.0.1 to IPv4.
  const parsed = ipaddr.process(address)
  const range = parsed.range()
  if (range === 'loopback') return 'loopback'
  if (range !== 'unicast' || CLOUD_INSIDE.has(parsed.toString())) return 'refused'
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_IPV6)) return 'refused'
  return 'public'
}

/** The host for a socket: an IPv6 literal without its brackets. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

/** Parses an address: http(s) only, no user name, a usual port (any with allowLoopback). Throws OutgoingError. */
export function parseTarget(text: string | URL, base: URL | undefined, allowAnyPort: boolean): URL {
  const url = URL.parse(text, base)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw new OutgoingError('bad_url')
  if (url.username !== '' || url.password !== '' || url.hostname === '') throw new OutgoingError('bad_url')
  if (!allowAnyPort && !PORTS.has(url.port)) throw new OutgoingError('bad_url')
  url.hash = ''
  return url
}
