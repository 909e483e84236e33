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

test('[X4] a wrong password and an unknown e-mail give the same error, and the input stays', async ({
  page,
  segue,
}) => {
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
  await expect(page.getByText('Enter your e-mail address.')).toBeVisible()
  await expect(page.getByText('Enter your password.')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
})

const refusals: [text: string, status: number, error: Record<string, string>][] = [
  ['No account found with this email address.', 401, { code: 'unauthenticated', reason: 'user_not_found' }],
  ['Too many failed attempts. Please try again later.', 429, { code: 'rate_limited' }],
  ['This account has been disabled. Please contact support.', 403, { code: 'forbidden', reason: 'user_disabled' }],
  ['Login failed. Please try again.', 500, { code: 'internal' }],
  ['Network issue loading your profile. Please check your connection and try again.', 503, { code: 'unavailable' }],
  [
    'Account setup incomplete. Please contact support with your email address for assistance.',
    403,
    { code: 'forbidden', reason: 'no_profile' },
  ],
  [
    'This account is not authorized for business login. Please use customer login.',
    403,
    { code: 'forbidden', reason: 'wrong_portal' },
  ],
]

test('[X4] each stubbed refusal of a sign-in is shown with a text of its own', async ({ page }) => {
  let reply = {}
  await page.route('**/api/session', (route) =>
    route.request().method() === 'POST' ? route.fulfill(reply) : route.continue(),
  )
  await page.goto('/signin')
  for (const [text, status, error] of refusals) {
    reply = { status, json: { error: { message: 'x', requestId: 'r', ...error } } }
    await submit(page, { email: 'a@b.example', password: 'x' })
    await expect(page.getByRole('alert')).toHaveText(text)
  }
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
