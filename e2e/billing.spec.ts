import type { Page } from '@playwright/test'
import type { BillingView } from '#contracts/billing/billing.ts'
import { PLANS } from '#contracts/billing/plan.ts'
import { expectAccessibleInBothThemes } from './accessibility.ts'
import { toast } from './desk.ts'
import { picture } from './picture.ts'
import { expect, memberOf, signIn, test } from './segue.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** What a business on the monthly plan gets from the server: the demo businesses have the lifetime plan. */
const MONTHLY: BillingView = {
  plan: PLANS.monthly,
  source: 'checkout',
  status: 'past_due',
  isInForce: true,
  trialEndsAt: null,
  nextBillingAt: null,
  endsAt: '2027-01-05T10:00:00.000Z',
  month: { from: '2026-12-22T10:00:00.000Z', to: '2027-01-22T10:00:00.000Z' },
  usage: {
    tickets: { used: 1004, limit: 1000 },
    seats: { used: 2, limit: 5 },
    aiInteractions: { used: 8200, limit: 10_000 },
  },
  locked: [
    { feature: 'customBranding', plan: { id: 'lifetime', name: 'Lifetime' } },
    { feature: 'apiAccess', plan: { id: 'lifetime', name: 'Lifetime' } },
  ],
  choices: [PLANS.lifetime],
  isStripeConnected: true,
  hasPayments: true,
}
const INVOICE = {
  number: 'SEGUE-0001',
  at: '2026-12-22T10:00:00.000Z',
  cents: 1500,
  currency: 'usd',
  status: 'paid',
  url: 'https://invoice.example/1',
  pdfUrl: 'https://invoice.example/1.pdf',
}

test('[S7] Billing shows an owner the plan, its use, its features and that there are no payments; an agent is told who may see it', async ({
  page,
  secondPage,
  segue,
}, info) => {
  await signIn(page, segue)
  await page.goto('/admin?section=billing')
  await expect(card(page, 'Your plan')).toContainText('Lifetime')
  await expect(card(page, 'Your plan')).toContainText('No further payment')
  await expect(card(page, 'Usage')).toContainText('of 50,000')
  await expect(card(page, 'Features')).toContainText('White label')
  await expect(card(page, 'Change plan')).toContainText('Your plan has everything')
  await expect(page.getByText('no money moves')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await picture(page, info, 'billing-lifetime')

  await signIn(secondPage, segue, memberOf(segue, 'agent'))
  await secondPage.goto('/admin?section=billing')
  await expect(secondPage.getByText('Billing is for owners and admins')).toBeVisible()
})

test('[S7] Billing warns near and over the limits, locks what the plan lacks, lists invoices, and keeps a refused choice', async ({
  page,
  segue,
}, info) => {
  await page.route('**/api/billing', (route) => route.fulfill({ json: MONTHLY }))
  await page.route('**/api/billing/invoices', (route) => route.fulfill({ json: { items: [INVOICE] } }))
  const notice = { kind: 'past_due', percent: null, limit: null, at: MONTHLY.endsAt }
  await page.route('**/api/billing/notices', (route) => route.fulfill({ json: { items: [notice], canChange: true } }))
  await signIn(page, segue)
  await page.goto('/admin?section=tickets')
  const banner = page.getByRole('status').filter({ hasText: 'The last payment failed' })
  await banner.getByRole('link', { name: 'Open Billing' }).click()
  await expect(card(page, 'Your plan')).toContainText('Payment failed')
  await expect(card(page, 'Usage')).toContainText('1,004 of 1,000')
  await expect(card(page, 'Usage')).toContainText('your team cannot create new tickets')
  await expect(card(page, 'Features')).toContainText('Your own brandingIn the Lifetime plan')
  await expect(card(page, 'Invoices').getByRole('row', { name: /SEGUE-0001/ })).toContainText('$15')
  await expectAccessibleInBothThemes(page)
  await picture(page, info, 'billing-dark')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'light' })
  await picture(page, info, 'billing-phone')
  // The server knows that this business has the lifetime plan.
  await page.getByRole('button', { name: 'Choose Lifetime' }).click()
  await expect(toast(page, /This plan is not offered to your business/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose Lifetime' })).toBeEnabled()
})

test('[S7] a business on the monthly plan sees what it lacks and changes to lifetime by the test checkout', async ({
  page,
  segue,
}) => {
  const post = async (path: string, data: object) => {
    const response = await page.request.post(path, { data, headers: { origin: segue.url } })
    expect(response.ok(), await response.text()).toBe(true)
    return (await response.json()) as { checkoutId: string }
  }
  const email = `ann.${crypto.randomUUID().slice(0, 8)}@example.org`
  const { checkoutId } = await post('/api/checkouts', { plan: 'monthly' })
  await post(`/api/checkouts/${checkoutId}/complete`, { email })
  const proof = { kind: 'checkout', checkoutId }
  const business = { id: crypto.randomUUID(), flow: 'wizard', proof, businessName: 'Copper Lane' }
  await post('/api/signup', { ...business, name: 'Ann', email, password: 'violet harbour 93' })

  await page.goto('/admin?section=billing')
  await expect(card(page, 'Your plan')).toContainText('$15 per month')
  await expect(card(page, 'Your plan')).toContainText('Free trial until')
  await expect(card(page, 'Features').getByRole('listitem').filter({ hasText: 'White label' })).toContainText(
    'Lifetime',
  )
  await page.getByRole('button', { name: 'Choose Lifetime' }).click()
  await expect(page.getByText('no money moves')).toBeVisible()
  await page.getByRole('button', { name: 'Complete test payment' }).click()
  await expect(toast(page, 'Your plan is Lifetime now.')).toBeVisible()
  await expect(card(page, 'Your plan')).toContainText('No further payment')
  await expect(page).not.toHaveURL(/checkout=/)
})
