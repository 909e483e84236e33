import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { Agent } from 'undici'
import { bareHost, classifyAddress } from './address.ts'
import { OutgoingError } from './outgoing-error.ts'

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<string[]>

const systemResolve: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true, verbatim: true })).map((found) => found.address)

/** Refuses a name if one of its addresses is refused: mixing public and private addresses is a known attack. */
function checkAll(addresses: string[], allowLoopback: boolean): void {
  if (addresses.length === 0) throw new OutgoingError('dns')
  for (const address of addresses) {
    const kind = classifyAddress(address)
    if (kind === 'refused' || (kind === 'loopback' && !allowLoopback)) throw new OutgoingError('refused_address')
  }
}

/** Checks a host that is an IP address: a socket does not resolve it, so `checkedLookup` is not called. Throws OutgoingError. */
export function checkLiteral(url: URL, allowLoopback: boolean): void {
  const host = bareHost(url.hostname)
  if (isIP(host) !== 0) checkAll([host], allowLoopback)
}

export type CheckedAgent = { agent: Agent; stop(): Promise<void> }

/**
 * Connects to checked addresses only: the socket connects to the addresses that the one look-up gave and that were checked, so
 * a name that resolves differently the second time (DNS rebinding) is never resolved a second time.
 */
export function createCheckedAgent(options: {
  resolve?: Resolve
  allowLoopback: boolean
  connectTimeoutMs: number
  connections: number
  keepMs: number
}): CheckedAgent {
  const resolve = options.resolve ?? systemResolve
  const stopping = Promise.withResolvers<never>()
  stopping.promise.catch(() => undefined)
  const checkedLookup: LookupFunction = (hostname, asked, callback) => {
    // A look-up cannot be cancelled; when the client stops, it is no longer awaited.
    Promise.race([resolve(hostname), stopping.promise])
      .catch((error: unknown) => {
        throw new OutgoingError('dns', error)
      })
      .then((addresses) => {
        checkAll(addresses, options.allowLoopback)
        const found = addresses.map((address) => ({ address, family: isIP(address) }))
        const [first] = found
        if (asked.all || !first) return callback(null, found)
        callback(null, first.address, first.family)
      })
      .catch((error: Error) => callback(error, []))
  }
  const agent = new Agent({
    connect: { lookup: checkedLookup, timeout: options.connectTimeoutMs, allowH2: false },
    connections: options.connections,
    keepAliveTimeout: options.keepMs,
    // A name whose addresses change is resolved, and checked, again soon.
    keepAliveMaxTimeout: 30_000,
    maxHeaderSize: 32 * 1024,
  })
  return {
    agent,
    async stop() {
      stopping.reject(new Error('the client was stopped'))
      await agent.destroy()
    },
  }
}
