import { Resolver } from 'node:dns/promises'

/** Why a name has no answer: nobody has the name, it has no record of this type, or no name server answered in time. */
export type DnsFailure = 'unknown_name' | 'no_record' | 'no_answer'

export class DnsError extends Error {
  readonly reason: DnsFailure
  constructor(reason: DnsFailure, cause?: unknown) {
    super(`DNS: ${reason}`, { cause })
    this.reason = reason
  }
}

/** Reads DNS records. Each call ends within some seconds; it throws a DnsError where there is no such record. */
export type Dns = {
  /** The TXT records of a name, each with its parts joined. */
  txt(name: string): Promise<string[]>
  /** The IPv4 and IPv6 addresses that a name leads to, also through a CNAME. */
  addresses(name: string): Promise<string[]>
}

const TIMEOUT_MS = 2000
const TRIES = 2
/** Several name servers are asked in turn, each so often; after this time nobody waits for the next. */
const DEADLINE_MS = 8000

type Options = {
  /** `address` or `address:port`; none: the system's. */
  servers: readonly string[]
  /** Throws when a database transaction is open: the network must not hold rows locked. */
  assertNoTransaction: () => void
}

/** Asks name servers directly, so that neither the hosts file nor a cache of this machine answers. */
export function createDns({ servers, assertNoTransaction }: Options): Dns {
  const ask = async <T>(query: (resolver: Resolver) => Promise<T>): Promise<T> => {
    assertNoTransaction()
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
    if (servers.length > 0) resolver.setServers([...servers])
    const deadline = setTimeout(() => resolver.cancel(), DEADLINE_MS)
    try {
      return await query(resolver)
    } catch (error) {
      throw new DnsError(failureOf(error), error)
    } finally {
      clearTimeout(deadline)
    }
  }
  return {
    txt: (name) => ask(async (resolver) => (await resolver.resolveTxt(name)).map((parts) => parts.join(''))),
    addresses: (name) =>
      ask(async (resolver) => {
        const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
        const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
        // A name with addresses of one kind only is the usual case.
        if (addresses.length === 0 && found[0].status === 'rejected') throw found[0].reason
        return addresses
      }),
  }
}

function failureOf(error: unknown): DnsFailure {
  const code = (error as { code?: string } | null)?.code
  if (code === 'ENOTFOUND') return 'unknown_name'
  return code === 'ENODATA' ? 'no_record' : 'no_answer'
}
