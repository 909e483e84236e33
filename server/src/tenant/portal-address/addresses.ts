import type { CustomDomainView } from '#contracts/tenant/custom-domain.ts'
import { MAX_FORMER_SLUGS, type PortalAddressView } from '#contracts/tenant/portal-address.ts'
import * as m from '#i18n/messages.js'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { AppError, conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { randomToken } from '#server/platform/secrets/tokens.ts'
import { type Text, text } from '#server/platform/text/message.ts'
import { recordActivity } from '#server/tenant/activity.ts'
import { settingsChanged } from '#server/tenant/events.ts'
import type { PlanFeatures } from '#server/tenant/plan-features.ts'
import { EDIT_SETTINGS } from '#server/tenant/policy.ts'
import { invalidateHost, invalidatePortal, isOwnHost, slugOfDomain } from '#server/tenant/portal-lookup.ts'
import { lockTenantRow } from '#server/tenant/queries.ts'
import { readTenant } from '#server/tenant/reads.ts'
import type { TenantRow } from '#server/tenant/schema.ts'
import { claimSlug, type SlugRefusal } from '#server/tenant/slug.ts'
import { checkDomain } from './check.ts'
import { portalUrlOf } from './portal-url.ts'
import { type AddressChange, claimDomainCheck, updateAddress } from './queries.ts'
import { GRACE_MS, proofRecord, targetRecords } from './records.ts'

type Plan = PlanFeatures<'customDomain'>

/** The addresses of the portal, and what is left to do for its domain. Throws forbidden for an agent. */
export async function readAddress(tenant: Tenant, actor: Member, plan: Plan): Promise<PortalAddressView> {
  requireRole(actor, EDIT_SETTINGS)
  const { platform } = tenant
  const [row, customDomain] = await tenant.read(async (t) => [
    await readTenant(t),
    await plan.access(t, 'customDomain'),
  ])
  return {
    url: portalUrlOf(platform, row),
    slug: row.slug,
    formerSlugs: row.formerSlugs,
    slugPrefix: `${platform.baseUrl}/customer?tenant=`,
    domain: row.customDomain ? await presentDomain(platform, row, row.customDomain) : null,
    customDomain,
  }
}

async function presentDomain(platform: Platform, row: TenantRow, host: string): Promise<CustomDomainView> {
  const since = row.customDomainFailingSince
  const isCounting = row.customDomainState === 'verified'
  return {
    host,
    state: row.customDomainState ?? 'pending',
    problem: row.customDomainProblem,
    failingSince: since?.toISOString() ?? null,
    stopsAt: since && isCounting ? new Date(since.getTime() + GRACE_MS).toISOString() : null,
    checkedAt: row.customDomainCheckedAt?.toISOString() ?? null,
    proof: row.customDomainProof === null ? null : proofRecord(host, row.customDomainProof),
    ...(await targetRecords(platform, host)),
  }
}

/** Locks the business, changes its addresses, and records who did it. A change that is null changes nothing. */
const changeAddress = (
  tenant: Tenant,
  actor: Member,
  decide: (t: Tx, row: TenantRow) => Promise<{ change: AddressChange; action: Text } | null>,
): Promise<TenantRow> =>
  tenant.tx(async (t) => {
    await lockTenantRow(t)
    const row = await readTenant(t)
    const decided = await decide(t, row)
    if (!decided) return row
    await updateAddress(t, decided.change)
    await recordActivity(t, actor, { action: decided.action, type: 'settings_update' })
    await t.emit(settingsChanged, { parts: ['portalAddress'] })
    return row
  })

const REFUSALS: Record<SlugRefusal, Text> = {
  malformed: m.error_choose_slug,
  reserved: m.error_slug_reserved,
  taken: m.error_slug_taken_or_alike,
}

/**
 * Gives the portal another address; links with the earlier ones still lead to it. Throws conflict where the address is reserved, is or
 * looks like another business's, or where five earlier ones are kept and it is none of them.
 */
export async function changeSlug(tenant: Tenant, actor: Member, slug: string, plan: Plan): Promise<PortalAddressView> {
  requireRole(actor, EDIT_SETTINGS)
  const before = await changeAddress(tenant, actor, async (t, row) => {
    if (slug === row.slug) return null
    const refusal = row.formerSlugs.includes(slug) ? null : await claimSlug(t, slug)
    if (refusal)
      throw conflict(REFUSALS[refusal], { reason: `slug_${refusal}`, fields: { address: REFUSALS[refusal] } })
    const formerSlugs = [row.slug, ...row.formerSlugs.filter((one) => one !== slug)]
    if (formerSlugs.length > MAX_FORMER_SLUGS)
      throw conflict(text(m.error_slug_changes, { max: MAX_FORMER_SLUGS }), { reason: 'slug_changes' })
    return { change: { slug, formerSlugs }, action: text(m.activity_slug, { slug }) }
  })
  for (const one of [slug, before.slug, ...before.formerSlugs]) invalidatePortal(tenant.platform, one)
  if (before.customDomain) invalidateHost(tenant.platform, before.customDomain)
  return readAddress(tenant, actor, plan)
}

/**
 * Sets the domain of the business, with a new proof, to be checked. The one that was set before stops counting at once. Throws plan_limit
 * without the feature, and invalid_input for a name of the platform itself.
 */
export async function setDomain(tenant: Tenant, actor: Member, host: string, plan: Plan): Promise<PortalAddressView> {
  requireRole(actor, EDIT_SETTINGS)
  const { platform } = tenant
  const isTaken = (await slugOfDomain(platform, host)) !== null
  const before = await changeAddress(tenant, actor, async (t, row) => {
    await plan.require(t, 'customDomain')
    if (isOwnHost(platform, host)) throw invalid({ 'body.host': m.error_own_host })
    if (host === row.customDomain) return null
    const change = {
      ...NO_DOMAIN,
      customDomain: host,
      customDomainState: 'pending',
      customDomainProof: randomToken(),
    } as const
    return {
      change: { ...change, customDomainProblem: isTaken ? 'taken' : null },
      action: text(m.activity_domain_set, { host }),
    }
  })
  if (before.customDomain) invalidateHost(platform, before.customDomain)
  return readAddress(tenant, actor, plan)
}

/** The time of the last check stays, so that entering the name again allows no further one. */
const NO_DOMAIN = {
  customDomain: null,
  customDomainState: null,
  customDomainProof: null,
  customDomainProblem: null,
  customDomainFailingSince: null,
} as const

/** Removes the domain of the business: it stops counting at once. */
export async function removeDomain(tenant: Tenant, actor: Member, plan: Plan): Promise<PortalAddressView> {
  requireRole(actor, EDIT_SETTINGS)
  const before = await changeAddress(tenant, actor, async (_, { customDomain: host }) =>
    host === null ? null : { change: NO_DOMAIN, action: text(m.activity_domain_removed, { host }) },
  )
  if (before.customDomain) invalidateHost(tenant.platform, before.customDomain)
  return readAddress(tenant, actor, plan)
}

const CHECK_EVERY_SECONDS = 10

/** Looks up the records now. Throws not_found without a domain, and rate_limited within ten seconds after the last check. */
export async function checkNow(tenant: Tenant, actor: Member, plan: Plan): Promise<PortalAddressView> {
  requireRole(actor, EDIT_SETTINGS)
  await tenant.tx(async (t) => {
    if (!(await readTenant(t)).customDomainProof) throw notFound('domain')
    if (await claimDomainCheck(t, new Date(t.now.getTime() - CHECK_EVERY_SECONDS * 1000))) return
    throw new AppError('rate_limited', text(m.error_domain_checked, { seconds: CHECK_EVERY_SECONDS }), {
      retryAfterSeconds: CHECK_EVERY_SECONDS,
    })
  })
  await checkDomain(tenant, plan)
  return readAddress(tenant, actor, plan)
}
