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
  // Not the phone: other tests of this server read it.
  const file = { 'business_settings/u1': { tenantId: slug, businessInfo: { address: 'Mill Lane 12' } } }
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

test('[D3] an owner takes the business out with progress, downloads the file, and another member sees who may', async ({
  page,
  segue,
}, info) => {
  await signIn(page, segue, memberOf(segue, 'owner'))
  await page.goto('/admin?section=settings&tab=data')
  const card = page.getByRole('region', { name: 'Take your business out' })
  await card.getByRole('button', { name: 'Write the file' }).dblclick()
  const run = card.getByRole('region', { name: 'Take-out of a business' })
  await expect(run.getByText('Done.')).toBeVisible()
  await expect(run).toHaveCount(1)
  await expect(run.getByText(/Content hash: [0-9a-f]{64}/)).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    run.getByRole('button', { name: /^Download/ }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/\.tar\.gz$/)
  await expectAccessibleInBothThemes(page)
  await picture(page, info, 'data-tab')
  await page.context().clearCookies()
  await signIn(page, segue, memberOf(segue, 'agent'))
  await page.goto('/admin?section=settings&tab=data')
  await expect(card.getByText('Only owners take the business out.')).toBeVisible()
})

test('[D6] retention is switched on after its count, and not before', async ({ page, segue }) => {
  await signIn(page, segue, memberOf(segue, 'owner', 1))
  await page.goto('/admin?section=settings&tab=data')
  const card = page.getByRole('region', { name: 'How long data is kept' })
  const save = card.getByRole('button', { name: 'Switch on' })
  await expect(save).toBeDisabled()
  await card.getByLabel('Chats without a ticket (days)').fill('3000')
  await card.getByRole('button', { name: 'Count what would be deleted' }).press('Enter')
  await expect(card.getByText('Now this would delete: chats 0, files 0, AI records 0, mails 0.')).toBeVisible()
  await save.click()
  await expect(page.getByText('The days are saved')).toBeVisible()
  await page.reload()
  await expect(card.getByLabel('Chats without a ticket (days)')).toHaveValue('3000')
})

test('[D3] the platform owner plans the deletion of a business by its typed name and cancels it', async ({
  page,
  segue,
}, info) => {
  await signInAsOwner(page, segue)
  await page.goto('/super-admin?tab=matrix')
  const name = segue.businesses[2]?.name ?? ''
  await page.getByRole('row', { name: new RegExp(name) }).click()
  const form = page.getByRole('form', { name: 'Delete' })
  await form.getByLabel('Name of the business').fill('Another')
  await form.getByLabel('Reason').fill('A try')
  await form.getByRole('button', { name: 'Delete business' }).click()
  await expect(page.getByText(/Correct the marked fields|Type the name of the business/).first()).toBeVisible()
  await form.getByLabel('Name of the business').fill(name)
  await form.getByRole('button', { name: 'Delete business' }).click()
  await expect(page.getByText('The business is suspended and will be deleted')).toBeVisible()
  await page.goto('/super-admin?tab=data')
  const run = page.getByRole('region', { name: 'Deletion of a business' })
  await expect(run.getByText(/^Deleted from/)).toBeVisible()
  await expectAccessible(page)
  await picture(page, info, 'owner-data-tab')
  await run.getByRole('button', { name: 'Cancel the deletion' }).click()
  await expect(page.getByText('The deletion is cancelled')).toBeVisible()
})
