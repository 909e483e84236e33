import { expectAccessibleInBothThemes } from './accessibility.ts'
import { PORTAL, signUpAtPortal } from './customer.ts'
import { picture } from './picture.ts'
import { expect, memberOf, signIn, test } from './segue.ts'

test('[U9] settings are stored and take effect: name, email toggle, theme, time zone and language', async ({
  page,
  segue,
}, info) => {
  await page.goto(PORTAL)
  await signUpAtPortal(page, segue, `ada.${crypto.randomUUID().slice(0, 8)}@example.org`)
  await page.getByRole('link', { name: 'Settings' }).click()
  const main = page.getByRole('main')
  await expect(main.getByRole('switch', { name: 'Email notifications' })).toBeChecked()
  await expect(main.getByRole('switch', { name: 'Push notifications' })).not.toBeChecked()
  await expect(main.getByRole('switch', { name: 'SMS notifications' })).toBeChecked()
  await expect(main.getByText('Text messages are not set up here.')).toBeVisible()
  await expect(main.getByRole('button', { name: 'Business Admin' })).toBeHidden()

  await main.getByLabel('Name').fill('')
  await main.getByRole('button', { name: 'Update Profile' }).click()
  await expect(main.getByLabel('Name')).toBeFocused()
  await main.getByLabel('Name').fill('Ada Park')
  await main.getByRole('button', { name: 'Update Profile' }).click()
  await expect(page.getByText('Your profile is up to date.')).toBeVisible()
  await main.getByRole('switch', { name: 'Email notifications' }).click()
  await main.getByLabel('Theme').selectOption('Dark')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByText('Saved.').first()).toBeVisible()
  const stored = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await main.getByLabel('Timezone').selectOption('UTC-8 Pacific')
  await stored
  await picture(page, info, 'settings')

  await page.evaluate(() => localStorage.removeItem('segue-theme'))
  await page.reload()
  await expect(main.getByLabel('Name')).toHaveValue('Ada Park')
  await expect(main.getByRole('switch', { name: 'Email notifications' })).not.toBeChecked()
  await expect(main.getByLabel('Timezone')).toHaveValue('America/Los_Angeles')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await main.getByLabel('Language').selectOption('Deutsch')
  await expect(page.locator('main select').first()).toHaveValue('de')
  expect((await page.context().cookies()).find(({ name }) => name === 'segue_language')?.value).toBe('de')
  await main.locator('select').nth(2).selectOption('auto')
  await page.setViewportSize({ width: 390, height: 844 })
  await picture(page, info, 'settings on a phone')
  await expectAccessibleInBothThemes(page)
})

test('[U9] who works for a business switches to its desk; without a sign-in the page asks for one', async ({
  page,
  segue,
}) => {
  await page.goto(`${PORTAL}&tab=settings`)
  await expect(page.getByText('Sign in to see your settings')).toBeVisible()
  const member = memberOf(segue)
  await signIn(page, segue, member)
  await page.goto(`/customer?tenant=hollowbrook`)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: `Continue as ${member.email}` }).click()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Business Admin' }).click()
  await expect(page).toHaveURL(/\/admin/)
})
