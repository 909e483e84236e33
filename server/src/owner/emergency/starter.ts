import { createHmac } from 'node:crypto'
import type { TenantId } from '#contracts/ids.ts'
import { ONBOARDING_STEPS } from '#contracts/signup/steps.ts'
import * as m from '#i18n/messages.js'
import { ensureDefaultAgents } from '#server/agent/service.ts'
import { grantPlan } from '#server/billing/service.ts'
import { upsertCustomerByEmail } from '#server/customer/service.ts'
import type { Member } from '#server/platform/actor.ts'
import type { RunReport } from '#server/platform/data-runs/run.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type Platform, type Tenant, tenantOf } from '#server/platform/platform.ts'
import { deriveKey } from '#server/platform/secrets/encrypt.ts'
import { text } from '#server/platform/text/message.ts'
import { findOnboarding, insertDefaultLinks, insertOnboarding } from '#server/signup/service.ts'
import { addMember, chooseSlug, createTenantIn, readTenant } from '#server/tenant/service.ts'
import { addDemoTickets } from '#server/ticket/service.ts'

const LIMITS = { ticketLimit: 50_000, seatLimit: 1000, aiLimit: null }
const NAME = 'Starter Business'
const CUSTOMER = { name: 'Demo Customer', email: 'demo.customer@example.com' }

/** The one starter business of an installation: its id follows from the master key, so that a second run finds it. */
const starterIdOf = ({ masterKey }: Platform): TenantId => {
  const hex = createHmac('sha256', deriveKey(masterKey, 'starter business')).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}` as TenantId
}

/** Creates a business to begin with, owned by the platform owner: what is there already stays as it is. */
export async function createStarterData(
  platform: Platform,
  owner: Pick<Member, 'userId' | 'email' | 'name'>,
  report: RunReport,
): Promise<Record<string, unknown>> {
  const tenant = tenantOf(platform, starterIdOf(platform))
  await report.say(text(m.data_run_starter_account, { email: owner.email }))
  const { slug, isNew } = await createBusiness(tenant, owner)
  await report.say(text(isNew ? m.data_run_starter_business : m.data_run_starter_business_known, { name: NAME, slug }))
  await report.progress(1, 3)
  const actor: Member = { kind: 'member', role: 'owner', ...owner }
  const tickets = await addDemoTickets(tenant, actor, [demoTicket()])
  await report.say(tickets > 0 ? m.data_run_starter_ticket : m.data_run_starter_ticket_known)
  await report.progress(2, 3)
  await tenant.tx((t) => upsertCustomerByEmail(t, { ...CUSTOMER, at: t.now, isDemo: true }))
  await report.say(text(m.data_run_starter_customer, { email: CUSTOMER.email }))
  await report.progress(3, 3)
  return { slug, isNew }
}

const demoTicket = () => ({
  subject: 'Welcome to Segue',
  description: 'This demo ticket shows what a request of a customer looks like.',
  customer: CUSTOMER,
  status: 'open' as const,
  priority: 'medium' as const,
  category: 'general',
  tags: ['demo'],
})

const createBusiness = (
  { tx, id }: Tenant,
  owner: Pick<Member, 'userId' | 'email' | 'name'>,
): Promise<{ slug: string; isNew: boolean }> =>
  tx(async (t) => {
    await t.sql('SELECT pg_advisory_xact_lock(hashtext($1))', [id])
    const [known] = await t.sql<{ slug: string }>('SELECT slug FROM tenant WHERE id = $1', [id])
    if (known) return { slug: known.slug, isNew: false }
    const slug = await chooseSlug(t, { name: NAME, email: owner.email, variant: 'simple' })
    await createTenantIn(t, { slug, name: NAME, businessInfo: { supportEmail: owner.email } })
    await addMember(t, { ...owner, role: 'owner' })
    await fill(t, owner)
    return { slug: (await readTenant(t)).slug, isNew: true }
  })

/** What every business begins with, its onboarding complete. */
async function fill(t: Tx, { userId }: Pick<Member, 'userId'>): Promise<void> {
  await grantPlan(t, { planId: 'lifetime', source: 'owner', ...LIMITS })
  await ensureDefaultAgents(t)
  await insertDefaultLinks(t, 'en')
  if (await findOnboarding(t)) return
  await insertOnboarding(t, {
    ownerId: userId,
    flow: 'simple',
    language: 'en',
    currentStep: 'completion',
    completedSteps: [...ONBOARDING_STEPS],
    startedAt: t.now,
    completedAt: t.now,
    updatedAt: t.now,
  })
}
