import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from './accessibility.ts'
import { expect, memberOf, type SignInOf, test } from './segue.ts'

async function submit(page: Page, { email, password }: Pick<SignInOf, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

test('[X4] Business Login opens the desk or the requested page, and shows Signing In...', async ({ page, segue }) => {
  await page.goto('/admin?section=tickets')
  await expect(page.getByRole('radio', { name: 'Business Login' })).toBeChecked()
  const { promise: isShown, resolve: shown } = Promise.withResolvers<void>()
  await page.route('**/api/session', async (route) => {
    if (route.request().method() === 'POST') await isShown
    await route.continue()
  })
  await submit(page, memberOf(segue))
  await expect(page.getByRole('button', { name: 'Signing In...' })).toBeVisible()
  shown()
  await expect(page).toHaveURL('/admin?section=tickets')
  await expect(page.getByRole('heading', { level: 1, name: 'Tickets' })).toBeVisible()
})

test('[X4] a wrong password and an unknown email give the same error, and the input stays', async ({ page, segue }) => {
  await page.goto('/signin')
  const { email } = memberOf(segue, 'agent')
  for (const given of [email, 'nobody@nowhere.example']) {
    await submit(page, { email: given, password: 'not-the-password' })
    await expect(page.getByRole('alert')).toHaveText('Invalid email or password. Please check your credentials.')
    await expect(page.getByLabel('Email')).toHaveValue(given)
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('not-the-password')
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  }
})

test('[X4] empty fields show what is missing and get the focus', async ({ page }) => {
  await page.goto('/signin')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('Enter your email address.')).toBeVisible()
  await expect(page.getByText('Enter your password.')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
})

test('[X4] Customer Login opens the customer form; the password can be shown', async ({ page }) => {
  await page.goto('/signin?mode=customer')
  await expect(page.getByRole('radio', { name: 'Customer Login' })).toBeChecked()
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('hush')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByText('Business Login').click()
  await expect(page.getByText('Sign in to the desk of your business.')).toBeVisible()
  await expect(password).toHaveValue('hush')
})

test('[I3] a sign-in through the configured provider opens the requested page', async ({ page, segue }) => {
  const { email } = memberOf(segue, 'agent')
  segue.openId.person = { sub: 'a member', email, email_verified: true, name: 'A Member' }
  await page.goto('/admin?section=tickets')
  await page.getByRole('button', { name: 'Continue with Example ID' }).click()
  await expect(page).toHaveURL('/admin?section=tickets')
  await expect(page.getByRole('heading', { level: 1, name: 'Tickets' })).toBeVisible()
})

for (const width of [1440, 400]) {
  test(`the sign-in has no accessibility violation, light and dark, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/signin')
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page.getByText('Enter your password.')).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })
}
