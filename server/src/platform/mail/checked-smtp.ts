import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import * as m from '#i18n/messages.js'
import { classifyAddress } from '#server/platform/http/address.ts'
import { within } from '#server/platform/within.ts'
import { MailError } from './mailer.ts'

const RESOLVE_MS = 10_000

/**
 * The network address of a mail server that a tenant named: a public one, or this machine where the operator allows that. All addresses of
 * the name must be allowed, and the connection goes to a checked one, as for outgoing HTTP. Throws MailError.
 */
export async function checkedSmtpHost(host: string, allowLoopback: boolean): Promise<string> {
  const addresses = isIP(host) ? [host] : await resolve(host)
  for (const address of addresses) {
    const kind = classifyAddress(address)
    if (kind === 'refused' || (kind === 'loopback' && !allowLoopback)) {
      throw new MailError(m.mail_fault_private_address, { permanent: false, fault: 'private_address' })
    }
  }
  return addresses[0] as string
}

async function resolve(host: string): Promise<string[]> {
  const timeout = () => new MailError(m.mail_fault_timeout, { permanent: false, fault: 'timeout' })
  const found = await within(RESOLVE_MS, lookup(host, { all: true, verbatim: true }), timeout).catch(
    (cause: unknown) => {
      if (cause instanceof MailError) throw cause
      throw new MailError(m.mail_fault_unknown_host, { permanent: false, fault: 'unknown_host', cause })
    },
  )
  return found.map(({ address }) => address)
}
