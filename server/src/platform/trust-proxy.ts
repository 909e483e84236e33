import { isIP } from 'node:net'
import { z } from 'zod'

/** The proxies before this server: none, so many of them, or their addresses and networks. */
export type TrustedProxies = false | number | string[]

/** Fastify's `trustProxy` for it. For a number of proxies Fastify itself believes nobody, because it cannot know that clients come only through them. */
export const trustOf = (proxies: TrustedProxies): false | string[] | ((address: string, hop: number) => boolean) =>
  typeof proxies === 'number' ? (_, hop) => hop < proxies : proxies

/** Networks by name, as Fastify knows them. */
const NAMED = ['loopback', 'linklocal', 'uniquelocal']
const MAX_PROXIES = 16

/**
 * The setting TRUST_PROXY. `true` is refused: it would believe an address that the client itself wrote at the beginning of
 * X-Forwarded-For, and every limit by address could be passed.
 */
export const trustProxy = z
  .string()
  .default('false')
  .transform((given, context): TrustedProxies => {
    const value = given.trim().toLowerCase()
    if (value === 'false' || value === '0') return false
    if (/^\d+$/.test(value) && Number(value) <= MAX_PROXIES) return Number(value)
    const networks = value.split(/[\s,]+/).filter((entry) => entry !== '')
    if (value !== 'true' && networks.length > 0 && networks.every(isNetwork)) return networks
    context.addIssue({ code: 'custom', message: refusalOf(value) })
    return z.NEVER
  })

function isNetwork(entry: string): boolean {
  if (NAMED.includes(entry)) return true
  const [, address = '', , prefix] = /^([^/]+)(\/(\d{1,3}))?$/.exec(entry) ?? []
  const version = isIP(address)
  return version !== 0 && (prefix === undefined || Number(prefix) <= (version === 4 ? 32 : 128))
}

const refusalOf = (value: string): string =>
  value === 'true'
    ? 'it would believe whatever address a client writes. Set the number of your proxies instead (TRUST_PROXY=1 for one), or their addresses (TRUST_PROXY=10.0.0.0/8)'
    : 'it must be a number of proxies from 0 to 16, or a list of addresses and networks (10.0.0.5, 10.0.0.0/8, loopback)'
