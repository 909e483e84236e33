import type { Page } from '@playwright/test'
import { openPlatform } from '#server/cli/open-database.ts'
import { makeAccount, PASSWORD } from '#server/identity/fixture.ts'
import { readConfig } from '#server/platform/config.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { CUSTOMER_PASSWORD, PORTAL, signUpAtPortal } from './customer.ts'
import { expect, test } from './segue.ts'
import { type Segue, START_MS, withSegue } from './server.ts'

type Given = { email: string; password?: string }

async function submit(page: Page, { email, password = PASSWORD }: Given): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** Submits the form, and expects the refusal, what was typed, and that nobody is signed in. */
async function expectRefusal(page: Page, given: Given, text: string): Promise<void> {
  await submit(page, given)
  await expect(page.getByRole('alert')).toHaveText(text)
  await expect(page.getByLabel('Email')).toHaveValue(given.email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(given.password ?? PASSWORD)
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled()
  expect(await (await page.request.get('/api/session')).json()).toMatchObject({ user: null, tenant: null })
}

/** Adds an account that is disabled, and one that belongs to no business, which no screen makes. */
async function addAccounts(segue: Segue): Promise<{ disabled: string; without: string }> {
  const { platform, ownerUrl, close } = await openPlatform(readConfig({ DATA_DIR: segue.dataDir }))
  try {
    const disabled = await makeAccount(platform)
    const without = await makeAccount(platform)
    await queryAsOwner(ownerUrl, 'UPDATE auth."user" SET disabled_at = now() WHERE id = $1', [disabled.userId])
    return { disabled: disabled.email, without: without.email }
  } finally {
    await close()
  }
}

test('[X4] the server refuses each sign-in with a text of its own, keeps what was typed, and leaves nobody signed in', async ({
  browser,
}) => {
  test.setTimeout(START_MS + 60_000)
  // A server for this test alone: one setting differs, and failed attempts count for everybody at this address.
  await withSegue(
    async (segue) => {
      const { disabled, without } = await addAccounts(segue)
      const customer = 'ada.refused@example.org'
      const page = await browser.newPage({ baseURL: segue.url })
      await page.goto(PORTAL)
      await signUpAtPortal(page, segue, customer)
      await page.context().clearCookies()
      await page.goto('/signin')
      const refusals: [given: Given, text: string][] = [
        [{ email: customer, password: 'wrong' }, 'Invalid email or password. Please check your credentials.'],
        [{ email: 'nobody@example.org' }, 'No account found with this email address.'],
        [{ email: disabled }, 'This account has been disabled. Please contact support.'],
        [
          { email: without },
          'Account setup incomplete. Please contact support with your email address for assistance.',
        ],
        [
          { email: customer, password: CUSTOMER_PASSWORD },
          'This account is not authorized for business login. Please use customer login.',
        ],
      ]
      for (const [given, text] of refusals) await expectRefusal(page, given, text)

      const locked = { email: 'guessed@example.org', password: 'wrong' }
      for (let n = 0; n < 10; n += 1)
        await page.request.post('/api/session', {
          data: { ...locked, portal: 'business' },
          headers: { origin: segue.url },
        })
      await expectRefusal(page, locked, 'Too many failed attempts. Please try again later.')

      await page.context().setOffline(true)
      await submit(page, { email: customer, password: CUSTOMER_PASSWORD })
      await expect(page.getByRole('alert')).toHaveText(
        'Network issue loading your profile. Please check your connection and try again.',
      )
      await page.context().setOffline(false)
      await page.getByText('Customer Login').click()
      await expect(page.getByText('Network issue')).toBeHidden()
      await page.getByRole('button', { name: 'Sign In', exact: true }).click()
      await expect(page).toHaveURL(/\/customer\?tenant=hollowbrook/)
      await page.context().close()
    },
    { AUTH_REVEAL_UNKNOWN_EMAIL: 'true' },
  )
})

test('[X4] a server that fails is shown by the texts for it, and the form can be sent again', async ({ page }) => {
  let reply = {}
  await page.route('**/api/session', (route) =>
    route.request().method() === 'POST' ? route.fulfill(reply) : route.continue(),
  )
  await page.goto('/signin')
  for (const [text, status, code] of [
    ['Login failed. Please try again.', 500, 'internal'],
    ['Network issue loading your profile. Please check your connection and try again.', 503, 'unavailable'],
  ] as const) {
    reply = { status, json: { error: { code, message: 'x', requestId: 'r' } } }
    await submit(page, { email: 'a@b.example' })
    await expect(page.getByRole('alert')).toHaveText(text)
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled()
  }
})
