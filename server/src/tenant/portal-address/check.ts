import { z } from 'zod'
import { TenantId } from '#contracts/ids.ts'
import type { DomainProblem } from '#contracts/tenant/custom-domain.ts'
import * as m from '#i18n/messages.js'
import { system } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { enqueueJob } from '#server/platform/jobs/enqueue.ts'
import { type Job, job, type RecurringJob } from '#server/platform/jobs/job.ts'
import { queueSystemMail } from '#server/platform/mail/system-mail.ts'
import { type Tenant, tenantOf } from '#server/platform/platform.ts'
import { text } from '#server/platform/text/message.ts'
import { recordActivity } from '#server/tenant/activity.ts'
import type { PlanFeatures } from '#server/tenant/plan-features.ts'
import { invalidateHost } from '#server/tenant/portal-lookup.ts'
import { lockTenantRow } from '#server/tenant/queries.ts'
import { readTenant } from '#server/tenant/reads.ts'
import type { TenantRow } from '#server/tenant/schema.ts'
import { claimDomainCheck, isDomainTaken, listOwnerAddresses, updateAddress } from './queries.ts'
import { afterCheck, findProblem } from './records.ts'

type Plan = PlanFeatures<'customDomain'>

/**
 * Looks up the records of the business's domain, outside of any transaction, and stores what follows. Nothing is stored where the domain
 * was changed meanwhile. Where another business has proved the same name it stays theirs.
 */
export async function checkDomain(tenant: Tenant, plan: Plan): Promise<void> {
  const [row, access] = await tenant.read(async (t) => [await readTenant(t), await plan.access(t, 'customDomain')])
  const { customDomain: host, customDomainProof: proof } = row
  if (!host || !proof) return
  const problem = access.isIncluded ? await findProblem(tenant.platform.dns, host, proof) : 'plan'
  await tenant
    .tx((t) => storeCheck(t, tenant, proof, problem))
    .catch((error: unknown) => {
      if (!isDomainTaken(error)) throw error
      return tenant.tx((t) => storeCheck(t, tenant, proof, 'taken'))
    })
  invalidateHost(tenant.platform, host)
}

async function storeCheck(t: Tx, tenant: Tenant, proof: string, problem: DomainProblem | null): Promise<void> {
  await lockTenantRow(t)
  const before = await readTenant(t)
  if (before.customDomainProof !== proof) return
  const after = afterCheck(before, problem, t.now)
  await updateAddress(t, after)
  if (after.customDomainState === before.customDomainState) return
  const inputs = { host: before.customDomain ?? '' }
  const isProved = after.customDomainState === 'verified'
  const action = text(isProved ? m.activity_domain_proved : m.activity_domain_failed, inputs)
  await recordActivity(t, system, { action, type: 'settings_update' })
  if (!isProved) await mailOwners(t, tenant, before)
}

async function mailOwners(t: Tx, { platform }: Tenant, { name, slug, customDomain }: TenantRow): Promise<void> {
  const inputs = { host: customDomain ?? '', business: name, url: `${platform.baseUrl}/customer?tenant=${slug}` }
  for (const { email, language } of await listOwnerAddresses(t)) {
    const locale = { locale: language }
    await queueSystemMail(t, {
      to: email,
      language,
      kind: 'domain_failed',
      subject: m.settings_domain_mail_subject(inputs, locale),
      paragraphs: [m.settings_domain_mail(inputs, locale), m.settings_domain_mail_do(inputs, locale)],
      action: {
        label: m.settings_domain_mail_open({}, locale),
        url: `${platform.baseUrl}/admin?section=settings&tab=portal`,
      },
    })
  }
}

const DomainCheck = z.object({ tenantId: TenantId })
type DomainCheck = z.output<typeof DomainCheck>

const EVERY_MS = 60 * 60_000
const BATCH = 500

/** The job that checks one domain, and the recurring one that queues it for each domain every hour. */
export function domainJobs(plan: Plan): { checkDomain: Job<DomainCheck>; queueDomainChecks: RecurringJob } {
  const check = job({
    name: 'tenant.checkDomain',
    payload: DomainCheck,
    attempts: 1,
    concurrency: 4,
    keyOf: ({ tenantId }: DomainCheck) => tenantId,
    run: async (platform, { tenantId }: DomainCheck) => {
      const tenant = tenantOf(platform, tenantId)
      const before = new Date(platform.clock.now().getTime() - EVERY_MS)
      // A member may have checked it meanwhile.
      if (await tenant.tx((t) => claimDomainCheck(t, before))) await checkDomain(tenant, plan)
    },
  })
  const queueDomainChecks: RecurringJob = {
    name: 'tenant.queueDomainChecks',
    everySeconds: 60,
    run: async (platform) => {
      const before = new Date(platform.clock.now().getTime() - EVERY_MS)
      const due = await platform.db.query<{ tenant_id: TenantId }>('SELECT tenant_id FROM domains_to_check($1, $2)', [
        before,
        BATCH,
      ])
      for (const { tenant_id } of due) await enqueueJob(platform, check, { tenantId: tenant_id })
    },
  }
  return { checkDomain: check, queueDomainChecks }
}
