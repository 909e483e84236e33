import { z } from 'zod'
import { Instant } from '#contracts/fields.ts'

/** `pending`: not proved yet. `verified`: it is the portal's address. `failed`: it was proved, and its records have been wrong for days. */
export const DomainState = z.enum(['pending', 'verified', 'failed'])
export type DomainState = z.output<typeof DomainState>

/** What the last check found wrong. `taken`: another business has proved it. `plan`: the plan has no custom domain any more. */
export const DomainProblem = z.enum([
  'no_record',
  'wrong_record',
  'unknown_domain',
  'no_address',
  'no_answer',
  'taken',
  'plan',
])
export type DomainProblem = z.output<typeof DomainProblem>

/** A record to be set at the domain's DNS provider. */
export const DomainRecord = z.object({
  type: z.enum(['TXT', 'CNAME', 'A', 'AAAA']),
  name: z.string(),
  value: z.string(),
})
export type DomainRecord = z.output<typeof DomainRecord>

export const CustomDomainView = z.object({
  host: z.string(),
  state: DomainState,
  problem: DomainProblem.nullable(),
  /** Since when a proved domain has had the problem, and when it stops being the portal's address for it. */
  failingSince: Instant.nullable(),
  stopsAt: Instant.nullable(),
  checkedAt: Instant.nullable(),
  /** Proves the domain. Null for one that the operator of the platform gave. */
  proof: DomainRecord.nullable(),
  /** Leads the domain to the platform. */
  target: DomainRecord,
  /** The same for a name that can have no CNAME; empty where the addresses are not known. */
  addresses: z.array(DomainRecord),
})
export type CustomDomainView = z.output<typeof CustomDomainView>

/** The host name of what somebody typed or pasted: without scheme and path, in ASCII. */
const toHost = (text: string): string => {
  const address = text.includes('://') ? text : `https://${text}`
  return URL.canParse(address) ? new URL(address).hostname.replace(/\.$/, '') : text
}

/** A host name of at least two labels. */
export const HostName = z
  .string()
  .max(300)
  .trim()
  .overwrite(toHost)
  .regex(
    /^(?=.{4,240}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/,
    'error_enter_host_name',
  )
