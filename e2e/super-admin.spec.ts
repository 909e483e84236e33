import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from './accessibility.ts'
import { signInAsOwner } from './owner.ts'
import { picture } from './picture.ts'
import { expect, memberOf, signIn, test } from './segue.ts'

const PHONE = { width: 390, height: 844 }

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

test('[W1] the panel opens for the platform owner alone; a visitor gets the sign-in page, a member Page Not Found', async ({
  page,
  segue,
}) => {
  await page.goto('/super-admin')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await signIn(page, segue, memberOf(segue))
  await page.goto('/super-admin')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await page.context().clearCookies()
  await signInAsOwner(page, segue)
  await page.goto('/super-admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Master Control Panel' })).toBeVisible()
  for (const name of ['Overview', 'Gift Tokens', 'Token Management', 'Customer Matrix'])
    await expect(tab(page, name)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Customer View' })).toHaveAttribute('href', '/customer')
  await expect(page.getByRole('link', { name: 'Admin Dashboard' })).toHaveAttribute('href', '/admin')
})

test('[W1] an owner who needs two-factor sign-in is led to setting it up, and not to an error', async ({
  page,
  segue,
}, info) => {
  await signInAsOwner(page, segue)
  const needed = {
    code: 'forbidden',
    reason: 'two_factor_needed',
    message: 'Two-factor sign-in first.',
    requestId: 'r',
  }
  await page.route('**/api/owner/**', (route) => route.fulfill({ status: 403, json: { error: needed } }))
  await page.goto('/super-admin')
  await expect(page.getByRole('heading', { name: 'Set up two-factor sign-in first' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await picture(page, info, 'two-factor-needed')
  await page.getByRole('button', { name: 'Open your account' }).click()
  await expect(dialog(page).getByRole('region', { name: 'Two-factor sign-in' })).toBeVisible()
  await page.unroute('**/api/owner/**')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1, name: 'Master Control Panel' })).toBeVisible()
})

test('[W3] [W4] tokens are generated, copied and deleted, with the texts of the product', async ({
  page,
  segue,
}, info) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAsOwner(page, segue)
  await page.goto('/super-admin?tab=gifts')
  const generate = page.getByRole('button', { name: 'Generate Token' })
  await expect(generate).toBeDisabled()
  await page.getByLabel('Description').fill('For Ada')
  await generate.click()
  const code = (await page.getByText(/^SG-LIFE-/).textContent()) ?? ''
  await page.getByRole('button', { name: `Copy token ${code}` }).click()
  await expect(page.getByText('Token copied to clipboard!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
  await page.getByRole('button', { name: `Copy gift link of ${code}` }).click()
  await expect(page.getByText('Gift link copied to clipboard!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    `/signup?gift_token=${code}&type=lifetime`,
  )
  await page.getByRole('button', { name: 'Initialize Family Codes' }).click()
  await expect(dialog(page)).toContainText('Generate 20 pre-loaded gift tokens?')
  await dialog(page).getByRole('button', { name: 'Generate Token' }).click()
  await expect(page.getByText('20 gift tokens generated')).toBeVisible()
  await page.getByRole('button', { name: 'Initialize Family Codes' }).click()
  await dialog(page).getByRole('button', { name: 'Generate Token' }).click()
  await expect(page.getByText(/^Error initializing gift tokens: /)).toBeVisible()
  await picture(page, info, 'gift-tokens')
  await tab(page, 'Token Management').click()
  await expect(page.getByRole('row')).toHaveCount(22)
  await picture(page, info, 'token-management')
  await page.getByRole('button', { name: `Delete token ${code}` }).click()
  await expect(dialog(page)).toContainText('Are you sure you want to delete this token?')
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(code)).toHaveCount(0)
  await page.getByRole('button', { name: 'Delete All Tokens' }).click()
  await expect(dialog(page)).toContainText('Delete ALL tokens? This action cannot be undone!')
  await dialog(page).getByRole('button', { name: 'Delete All Tokens' }).click()
  await expect(page.getByText('No gift tokens')).toBeVisible()
})

test('[W2] the overview shows figures and health; after a failed load zeros, Error and Failed', async ({
  page,
  segue,
}, info) => {
  await signInAsOwner(page, segue)
  await page.goto('/super-admin')
  await expect(page.getByText(/^(Excellent|Good|Fair|Poor)$/)).toBeVisible()
  await page.getByRole('button', { name: /^Estimate: 149 dollars/ }).hover()
  await expect(page.getByRole('tooltip')).toContainText('active businesses that completed onboarding')
  await expect(page.getByRole('contentinfo')).toContainText('Version')
  await expectAccessibleInBothThemes(page)
  await picture(page, info, 'overview-dark')
  await page.route('**/api/owner/stats', (route) => route.abort())
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('Failed', { exact: true })).toBeVisible()
  await expect(page.getByText('Error', { exact: true })).toBeVisible()
})

test('[W5] the owner finds a business, opens its desk as support, which its team sees and ends; suspends and reactivates it', async ({
  page,
  secondPage,
  segue,
}, info) => {
  const { name = '' } = segue.businesses[1] ?? {}
  await signInAsOwner(page, segue)
  await page.goto('/super-admin?tab=matrix')
  await page.getByLabel('Search businesses by name').fill(name.slice(0, 6))
  await expect(page.getByRole('row')).toHaveCount(2)
  await picture(page, info, 'matrix')
  await page.getByRole('row', { name: new RegExp(name) }).click()
  await expect(dialog(page)).toContainText(name)
  await picture(page, info, 'business')
  const support = dialog(page).getByRole('form', { name: 'Open as support' })
  await support.getByLabel('Reason').fill('Mails do not arrive')
  await support.getByRole('button', { name: 'Open Desk' }).click()
  await expect(page).toHaveURL(/\/admin/)
  await expect(page.getByText(/Segue Support works on this desk until .*: Mails do not arrive/)).toBeVisible()
  await signIn(secondPage, segue, memberOf(segue, 'owner', 1))
  await secondPage.goto('/admin?section=tickets')
  await expect(secondPage.getByText(/Segue Support works on this desk/)).toBeVisible()
  await picture(secondPage, info, 'support-banner')
  await secondPage.getByRole('button', { name: 'End access' }).click()
  await expect(secondPage.getByText(/Segue Support works on this desk/)).toHaveCount(0)
  await page.goto('/admin?section=tickets')
  await expect(page.getByRole('heading', { name: `Support access to ${name} has ended` })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await picture(page, info, 'support-ended')
  await page.getByRole('link', { name: 'Open Control Panel' }).click()
  await page.getByLabel('Search businesses by name').fill(name.slice(0, 6))
  await page.getByRole('row', { name: new RegExp(name) }).click()
  const act = async (form: string, button: string) => {
    const shown = dialog(page).getByRole('form', { name: form })
    await shown.getByLabel('Reason').fill('A try')
    await shown.getByRole('button', { name: button }).click()
  }
  await act('Suspend', 'Suspend Business')
  await expect(dialog(page).getByRole('button', { name: 'Reactivate Business' })).toBeVisible()
  await secondPage.goto('/admin')
  await expect(secondPage.getByText(/suspended/i).first()).toBeVisible()
  await secondPage.goto(segue.businesses[1]?.supportUrl ?? '')
  await expect(secondPage.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(secondPage.getByRole('button', { name: 'Start Chat' })).toHaveCount(0)
  await act('Reactivate', 'Reactivate Business')
  await expect(dialog(page).getByRole('button', { name: 'Suspend Business' })).toBeVisible()
})

test('[W6] every other tab is there on a phone, and an announcement reaches the desk until it is closed', async ({
  page,
  secondPage,
  segue,
}, info) => {
  await signInAsOwner(page, segue)
  await page.setViewportSize(PHONE)
  for (const [id, shown] of [
    ['overview', 'System Health'],
    ['mail', 'No mails here'],
    // On a busy machine the shared server may have noted one.
    ['errors', 'Errors of requests and jobs'],
    ['audit', 'sign_in'],
    ['jobs', 'No failed job.'],
  ] as const) {
    await page.goto(`/super-admin?tab=${id}`)
    await expect(page.getByText(shown).first()).toBeVisible()
    await picture(page, info, `phone-${id}`)
  }
  await page.goto('/super-admin?tab=announcements')
  await page.getByLabel('Title').fill('Maintenance tonight')
  await page.getByLabel('Text').fill('Segue is not available from 22:00 to 22:10.')
  await page.getByRole('button', { name: 'Announce', exact: true }).click()
  await expect(page.getByText('Shown now')).toBeVisible()
  await picture(page, info, 'phone-announcements')
  await signIn(secondPage, segue, memberOf(segue))
  await secondPage.goto('/admin?section=tickets')
  await expect(secondPage.getByText('Maintenance tonight')).toBeVisible()
  await expectAccessible(secondPage)
  await secondPage.getByRole('button', { name: 'Close announcement: Maintenance tonight' }).click()
  await expect(secondPage.getByText('Maintenance tonight')).toHaveCount(0)
  await secondPage.reload()
  await expect(secondPage.getByRole('heading', { level: 1, name: 'Tickets' })).toBeVisible()
  await expect(secondPage.getByText('Maintenance tonight')).toHaveCount(0)
})

// The last test of the file: it leaves a business and a redeemed token behind.
test('[N4] [W4] a gift link signs up once: its token is redeemed then, and the link is refused', async ({
  page,
  secondPage,
  segue,
}, info) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAsOwner(page, segue)
  await page.goto('/super-admin?tab=gifts')
  await page.getByLabel('Description').fill('For Ada')
  await page.getByRole('button', { name: 'Generate Token' }).click()
  const code = (await page.getByText(/^SG-LIFE-/).textContent()) ?? ''
  await page.getByRole('button', { name: `Copy gift link of ${code}` }).click()
  await expect(page.getByText('Gift link copied to clipboard!')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())

  await secondPage.goto(link)
  const email = `ada.${crypto.randomUUID().slice(0, 8)}@example.org`
  await secondPage.getByLabel('Your name').fill('Ada')
  await secondPage.getByLabel('Email').fill(email)
  await secondPage.getByLabel('Password', { exact: true }).fill('violet harbour 93')
  await picture(secondPage, info, 'gift')
  await secondPage.getByRole('button', { name: 'Continue', exact: true }).click()
  await secondPage.getByLabel('Business name').fill('Gift Shop')
  await secondPage.getByRole('button', { name: 'Create account' }).click()
  await expect(secondPage.getByText('Your account is ready.')).toBeVisible()
  await expect(secondPage).toHaveURL(/\/admin/)
  await secondPage.goto('/admin?section=billing')
  await expect(secondPage.getByText('No further payment')).toBeVisible()

  await secondPage.context().clearCookies()
  await secondPage.goto(link)
  await expect(secondPage.getByText('Invalid gift token: Invalid or expired gift token.')).toBeVisible()
  await page.reload()
  await tab(page, 'Token Management').click()
  const row = page.getByRole('row').filter({ hasText: code })
  await expect(row).toContainText(email)
  await expect(row.getByRole('button', { name: `Delete token ${code}` })).toHaveCount(0)
})
