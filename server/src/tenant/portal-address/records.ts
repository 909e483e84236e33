import { isIP } from 'node:net'
import type { DomainProblem, DomainRecord } from '#contracts/tenant/custom-domain.ts'
import { type Dns, DnsError, type DnsFailure } from '#server/platform/dns.ts'
import type { Platform } from '#server/platform/platform.ts'
import { processState } from '#server/platform/process-state.ts'
import type { TenantRow } from '#server/tenant/schema.ts'

/** The TXT record that proves a domain. It stands beside the name, since a name with a CNAME can have no other record. */
export const proofRecord = (host: string, proof: string): DomainRecord => ({
  type: 'TXT',
  name: `_segue.${host}`,
  value: `segue-domain=${proof}`,
})

/** The records that lead a domain to the platform: a CNAME, or addresses where a CNAME is not possible. */
export async function targetRecords(
  platform: Platform,
  host: string,
): Promise<{ target: DomainRecord; addresses: DomainRecord[] }> {
  const own = new URL(platform.baseUrl).hostname.replace(/^\[|\]$/g, '')
  const toAddress = (value: string): DomainRecord => ({ type: isIP(value) === 6 ? 'AAAA' : 'A', name: host, value })
  if (isIP(own)) return { target: toAddress(own), addresses: [] }
  const known = await platform.state(ownAddresses).read(own)
  return { target: { type: 'CNAME', name: host, value: own }, addresses: known.map(toAddress) }
}

const KEPT_MS = 10 * 60_000

/** The addresses of the platform's host, read from the DNS every ten minutes at most; none while it does not answer. */
const ownAddresses = processState('own addresses', ({ dns, clock }) => {
  let kept: { until: number; addresses: Promise<string[]> } | undefined
  return {
    read: (host: string): Promise<string[]> => {
      const now = clock.now().getTime()
      if (!kept || kept.until <= now) kept = { until: now + KEPT_MS, addresses: dns.addresses(host).catch(() => []) }
      return kept.addresses
    },
  }
})

/** Looks up what proves the domain and where it leads. Null: both are right. */
export async function findProblem(dns: Dns, host: string, proof: string): Promise<DomainProblem | null> {
  const { name, value } = proofRecord(host, proof)
  const [texts, addresses] = await Promise.all([failureOr(dns.txt(name)), failureOr(dns.addresses(host))])
  if (texts === 'no_answer' || addresses === 'no_answer') return 'no_answer'
  if (!Array.isArray(texts)) return addresses === 'unknown_name' ? 'unknown_domain' : 'no_record'
  if (!texts.some((text) => text.trim() === value)) return 'wrong_record'
  return Array.isArray(addresses) ? null : 'no_address'
}

const failureOr = (answer: Promise<string[]>): Promise<string[] | DnsFailure> =>
  answer.catch((error: unknown) => {
    if (error instanceof DnsError) return error.reason
    throw error
  })

const DAY_MS = 86_400_000
/** How long a proved domain stays the portal's address with wrong records: a change at the DNS provider may take two days. */
export const GRACE_MS = 3 * DAY_MS

type DomainColumns = Pick<TenantRow, 'customDomainState' | 'customDomainProblem' | 'customDomainFailingSince'>

/**
 * The domain after a check. A domain that was proved stops counting after GRACE_MS with wrong records; name servers that do not answer
 * never end it, since they say nothing about its records.
 */
export function afterCheck(before: DomainColumns, problem: DomainProblem | null, now: Date): DomainColumns {
  if (problem === null)
    return { customDomainState: 'verified', customDomainProblem: null, customDomainFailingSince: null }
  const since = before.customDomainFailingSince
  if (before.customDomainState !== 'verified' || problem === 'no_answer') {
    return { ...before, customDomainProblem: problem }
  }
  const failingSince = since ?? now
  const hasEnded = now.getTime() - failingSince.getTime() >= GRACE_MS
  return {
    customDomainState: hasEnded ? 'failed' : 'verified',
    customDomainProblem: problem,
    customDomainFailingSince: failingSince,
  }
}
