import { expectAccessible, expectAccessibleInBothThemes } from './accessibility.ts'
import { signInAsOwner } from './owner.ts'
import { picture } from './picture.ts'
import { expect, memberOf, signIn, test } from './segue.ts'

test('[D1] any address with the query term asks for the platform owner and shows three actions with their log', async ({
  page,
  segue,
}, info) => {
  await page.goto('/signup/monthly?x=1&emergency')
  await expect(page).toHaveURL(/\/super-admin\?emergency/)
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await signIn(page, segue, memberOf(segue))
  await page.goto('/admin?emergency=1')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await page.context().clearCookies()
  await signInAsOwner(page, segue)
  await page.goto('/?emergency')
  await expect(page.getByRole('heading', { level: 1, name: 'Emergency data page' })).toBeVisible()
  await expect(page.getByText('Nothing was done here yet')).toBeVisible()
  const [business] = segue.businesses
  const slug = new URL(business?.supportUrl ?? '').searchParams.get('tenant') ?? ''
  const migrate = page.getByRole('button', { name: 'Migrate root collections into the tenant' })
  await expect(migrate).toBeDisabled()
  const file = { 'business_settings/u1': { tenantId: slug, businessInfo: { phone: '+49 30 1234' } } }
  await page
    .getByLabel('Choose an export (JSON)')
    .setInputFiles({ name: 'export.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(file)) })
  await expect(page.getByText('Documents read: 1 (business_settings 1)')).toBeVisible()
  await page.getByLabel('Address of the business').fill(slug)
  await migrate.dblclick()
  const log = page.getByRole('log')
  await expect(log.getByText('business_settings/u1: migrated')).toHaveCount(1)
  await expect(log.getByText('Done.')).toBeVisible()
  await page.getByRole('button', { name: 'Check where data is stored' }).press('Enter')
  await expect(log.getByText('Export, business_settings: 1')).toBeVisible()
  await page.getByRole('button', { name: 'Create starter data' }).click()
  await expect(log.getByText(/Starter Business (was created|exists already) at/)).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await picture(page, info, 'emergency-page')
})

test('[D2] the reset tool clears the flag of an account, with the texts of the product', async ({
  page,
  segue,
}, info) => {
  await page.goto('/admin-reset')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await signInAsOwner(page, segue)
  await page.goto('/admin-reset')
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Reset Tool' })).toBeVisible()
  const clear = page.getByRole('button', { name: 'Clear Onboarding Flag' })
  await clear.click()
  await expect(page.getByText('Please enter an email address')).toBeVisible()
  await page.getByLabel('Email').fill('nobody@nowhere.example')
  await clear.click()
  await expect(page.getByText('No user found with email nobody@nowhere.example')).toBeVisible()
  const { email } = memberOf(segue)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Email').press('Enter')
  await expect(
    page.getByText(`Successfully cleared onboarding flag of ${email}. User can now log in normally.`),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/')
  await expectAccessible(page)
  await picture(page, info, 'reset-tool')
})
