import type Stripe from 'stripe'
import type { BillingView, InvoiceView } from '#contracts/billing/billing.ts'
import type { Language } from '#contracts/languages.ts'
import * as m from '#i18n/messages.js'
import { readCheckout } from '#server/billing/checkout/claim.ts'
import { findCheckout } from '#server/billing/checkout/queries.ts'
import { type StartedCheckout, soldPlanOf, startCheckout } from '#server/billing/checkout/start.ts'
import { planOf } from '#server/billing/limits.ts'
import { MANAGE_BILLING } from '#server/billing/policy.ts'
import { callStripe, isStripeConnected } from '#server/billing/stripe/client.ts'
import { recordAudit } from '#server/identity/service.ts'
import type { Member } from '#server/platform/actor.ts'
import { AppError, conflict } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { applyPaidChange } from './apply.ts'
import { canChoose, readBilling } from './reads.ts'

/** Who acts, and from where, for the audit log. */
export type Acting = { actor: Member; address: string; requestId: string }

const audit = (tenant: Tenant, { actor, ...origin }: Acting, action: string, detail = {}) =>
  recordAudit(tenant.platform, {
    ...origin,
    action,
    actor: { kind: 'member', id: actor.userId, email: actor.email },
    tenantId: tenant.id,
    detail,
  })

/** Starts the checkout of another plan. Throws forbidden, and conflict for a plan that is not offered to this business. */
export async function changePlan(
  tenant: Tenant,
  acting: Acting,
  name: string,
  language: Language,
): Promise<StartedCheckout> {
  requireRole(acting.actor, MANAGE_BILLING)
  const plan = soldPlanOf(name)
  const { subscription } = await tenant.read(planOf)
  if (plan.id !== name || !canChoose(subscription, plan.id, tenant.platform.clock.now()))
    throw conflict(m.error_plan_not_offered)
  await audit(tenant, acting, 'plan_change_started', { plan: plan.id })
  const changes = { tenantId: tenant.id, stripeCustomerId: subscription.stripeCustomerId }
  return startCheckout(tenant.platform, { plan, language, email: acting.actor.email, changes })
}

/** The return from that checkout. One of another business is not found. */
export async function finishPlanChange(tenant: Tenant, actor: Member, checkoutId: string): Promise<BillingView> {
  const found = await findCheckout(tenant.platform, checkoutId)
  if (found?.tenantId !== tenant.id) throw new AppError('not_found', m.error_checkout_unknown)
  requireRole(actor, MANAGE_BILLING)
  const row = await readCheckout(tenant.platform, checkoutId)
  if (row) await applyPaidChange(tenant.platform, row)
  return readBilling(tenant, actor)
}

/** The business's customer at Stripe; null without one, or without Stripe. */
async function findStripeCustomer(tenant: Tenant): Promise<string | null> {
  if (!isStripeConnected(tenant.platform)) return null
  return (await tenant.read(planOf)).subscription.stripeCustomerId
}

/** An address of Stripe's customer portal, for this member and a short time. */
export async function openPaymentPortal(tenant: Tenant, acting: Acting): Promise<{ url: string }> {
  requireRole(acting.actor, MANAGE_BILLING)
  const customer = await findStripeCustomer(tenant)
  if (!customer) throw conflict(m.error_no_payments)
  await audit(tenant, acting, 'payment_portal_opened')
  const { baseUrl } = tenant.platform
  const session = await callStripe(tenant.platform, (stripe) =>
    stripe.billingPortal.sessions.create({ customer, return_url: `${baseUrl}/admin?section=billing` }),
  )
  return { url: session.url }
}

const INVOICES = 24

export async function listInvoices(tenant: Tenant, actor: Member): Promise<{ items: InvoiceView[] }> {
  requireRole(actor, MANAGE_BILLING)
  const customer = await findStripeCustomer(tenant)
  if (!customer) return { items: [] }
  const found = await callStripe(tenant.platform, (stripe) => stripe.invoices.list({ customer, limit: INVOICES }))
  return { items: found.data.map(presentInvoice) }
}

const STATUSES: readonly InvoiceView['status'][] = ['draft', 'open', 'paid', 'uncollectible', 'void']

const presentInvoice = (invoice: Stripe.Invoice): InvoiceView => ({
  number: invoice.number,
  at: new Date(invoice.created * 1000).toISOString(),
  cents: invoice.total,
  currency: invoice.currency,
  status: STATUSES.find((one) => one === invoice.status) ?? 'open',
  url: invoice.hosted_invoice_url ?? null,
  pdfUrl: invoice.invoice_pdf ?? null,
})
