import { createOTP } from '@better-auth/utils/otp'
import { type Page, request } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from './accessibility.ts'
import { PORTAL, signUpAtPortal } from './customer.ts'
import { inMailTo } from './mail.ts'
import { picture } from './picture.ts'
import { expect, memberOf, type Segue, sessionOf, signIn, test } from './segue.ts'

const PASSWORD = 'seven green bicycles'

/** A new agent of the first demo business, who has accepted an invitation: what happens to the account concerns no other test. */
async function newAgent(segue: Segue) {
  const email = `kim-${crypto.randomUUID().slice(0, 8)}@new.example`
  const api = await request.newContext({
    baseURL: segue.url,
    extraHTTPHeaders: { origin: segue.url },
    storageState: { cookies: await sessionOf(segue, memberOf(segue)), origins: [] },
  })
  const invited = await api.post('/api/team/invitations', { data: { id: crypto.randomUUID(), email, role: 'agent' } })
  expect(invited.status()).toBe(201)
  await api.dispose()
  const token = await inMailTo(segue, email, /\/invite#([\w-]{20,})/)
  const visitor = await request.newContext({ baseURL: segue.url, extraHTTPHeaders: { origin: segue.url } })
  const account = { name: 'Kim Lee', password: PASSWORD }
  expect((await visitor.post('/api/invitation/acceptance', { data: { token, account } })).ok()).toBe(true)
  await visitor.dispose()
  return { email, password: PASSWORD, role: 'agent' }
}

type Login = { email: string; password: string }

async function enterPassword(page: Page, login: Login): Promise<void> {
  await page.goto('/signin')
  await fillPassword(page, login)
}

async function fillPassword(page: Page, { email, password }: Login): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

async function openAccount(page: Page) {
  await page.goto('/admin?section=settings')
  await page.getByRole('button', { name: /Account and theme/ }).click()
  await page.getByText('Your account').click()
  const dialog = page.getByRole('dialog', { name: 'Your account' })
  await expect(dialog.getByRole('region', { name: 'Where you are signed in' }).getByText('This device')).toBeVisible()
  return dialog
}

test('[I6] a forgotten password is reset by the link of a mail, which works once', async ({ page, segue }) => {
  const agent = await newAgent(segue)
  await page.goto('/signin')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill(agent.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { name: 'Look into your mailbox' })).toBeVisible()
  const token = await inMailTo(segue, agent.email, /\/reset-password#([\w-]{43})/)
  await page.goto(`/reset-password#${token}`)
  await page.getByLabel('New password', { exact: true }).fill('a river in autumn')
  await page.getByLabel('New password again').fill('a river in spring')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByLabel('New password again').fill('a river in autumn')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByRole('heading', { name: 'Your password is set' })).toBeVisible()
  await page.goto('/')
  await page.goto(`/reset-password#${token}`)
  await page.getByLabel('New password', { exact: true }).fill('a third password')
  await page.getByLabel('New password again').fill('a third password')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByRole('alert')).toHaveText(/This link was used already/)
  await enterPassword(page, { ...agent, password: 'a river in autumn' })
  await expect(page).toHaveURL(/\/admin/)
})

test('[I8] two-factor sign-in is set up with a QR code; the next sign-in wants a code, and a recovery code works', async ({
  page,
  segue,
}) => {
  const agent = await newAgent(segue)
  await signIn(page, segue, agent)
  const dialog = await openAccount(page)
  await dialog.getByRole('button', { name: 'Set up' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expectAccessible(page)
  const key = (await dialog.locator('p', { hasText: /^[A-Z2-7]{32,}$/ }).textContent()) ?? ''
  const bits = [...key].map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  const app = createOTP(String.fromCharCode(...bytes))
  await dialog.getByLabel('Code').fill('000000')
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  await expect(dialog.getByText(/This code is wrong/)).toBeVisible()
  await dialog.getByLabel('Code').fill(await app.totp())
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  await expect(dialog.getByRole('button', { name: 'I have kept them' })).toBeVisible()
  const codes = await dialog
    .getByRole('listitem')
    .filter({ hasText: /^\w{4}-/ })
    .allTextContents()
  expect(codes).toHaveLength(10)
  await dialog.getByRole('button', { name: 'I have kept them' }).click()
  await expect(dialog.getByText(/Recovery codes left: 10/)).toBeVisible()
  await page.context().clearCookies()
  await enterPassword(page, agent)
  await expect(page.getByRole('heading', { name: 'Two-factor sign-in' })).toBeVisible()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill('wrong')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(/This code is wrong/)
  await expectAccessibleInBothThemes(page)
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(/\/admin/)
})

test('[I8] the account dialog lists sessions, ends one, changes the name, and asks for the password before a new address', async ({
  page,
  secondPage,
  segue,
}) => {
  const agent = await newAgent(segue)
  await signIn(page, segue, agent)
  await enterPassword(secondPage, agent)
  await expect(secondPage).toHaveURL(/\/admin/)
  const dialog = await openAccount(page)
  await dialog.getByLabel('Name').fill('Kim Lee Park')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your profile is saved.')).toBeVisible()
  const sessions = dialog.getByRole('region', { name: 'Where you are signed in' })
  const end = sessions.getByRole('button', { name: /^Sign out: Chrome/ })
  await expect(end).not.toHaveCount(0)
  while ((await end.count()) > 0) {
    const before = await end.count()
    await end.first().click()
    await expect(end).toHaveCount(before - 1)
  }
  await secondPage.reload()
  await expect(secondPage.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  // The server says that the sign-in is too old, once.
  let isStale = true
  await page.route('**/api/account/email', (route) => {
    if (!isStale) return route.continue()
    isStale = false
    const error = { code: 'forbidden', message: 'x', reason: 'stale_sign_in', requestId: 'r' }
    return route.fulfill({ status: 403, json: { error } })
  })
  await dialog.getByLabel('New email address').fill(`new-${agent.email}`)
  await dialog.getByRole('button', { name: 'Send the link' }).click()
  const question = page.getByRole('dialog', { name: 'Is it you?' })
  await question.getByLabel('Your password').fill('not my password')
  await question.getByRole('button', { name: 'Go on' }).click()
  await expect(question.getByText(/not your password/)).toBeVisible()
  await question.getByLabel('Your password').fill(agent.password)
  await question.getByRole('button', { name: 'Go on' }).click()
  await expect(dialog.getByText(/A link is on its way/)).toBeVisible()
  const token = await inMailTo(segue, `new-${agent.email}`, /\/verify-email#([\w-]{43})/)
  await secondPage.goto(`/verify-email#${token}`)
  await expect(secondPage.getByRole('alert')).toHaveText(/Sign in with the account/)
  await secondPage.getByRole('link', { name: 'Sign In' }).click()
  await fillPassword(secondPage, agent)
  await expect(secondPage.getByText(`new-${agent.email} is confirmed.`)).toBeVisible()
})

for (const width of [1440, 390]) {
  test(`[I8] the account dialog has no accessibility violation, light and dark, ${width} px`, async ({
    page,
    segue,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await signIn(page, segue, memberOf(segue, 'agent'))
    await page.goto('/admin?section=settings')
    if (width < 768) await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('button', { name: /Account and theme/ }).click()
    await page.getByText('Your account').click()
    await expect(page.getByText('This device')).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })
}

test('[I1] “/” is the landing page, then the desk of a member and the portal of a customer; other paths are not found', async ({
  page,
  secondPage,
  segue,
}) => {
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Business Login' }).first()).toBeVisible()
  await signIn(page, segue, memberOf(segue, 'agent'))
  await page.goto('/')
  await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
  expect((await page.goto('/no/such/page'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to Dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()

  const email = `jo.${crypto.randomUUID().slice(0, 8)}@example.org`
  await secondPage.goto(PORTAL)
  await signUpAtPortal(secondPage, segue, email)
  for (const path of ['/', '/admin']) {
    await secondPage.goto(path)
    await expect(secondPage).toHaveURL(/\/customer\?tenant=hollowbrook/)
  }
})

test('[I9] each page of somebody whose business is over and of an unknown address says so', async ({
  page,
  segue,
}, info) => {
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await signIn(page, segue)
  let session = {}
  await page.route('**/api/session', async (route) => {
    const answer = await route.fetch()
    const real = await answer.json()
    return route.fulfill({ json: { ...real, user: { ...real.user, role: 'customer' }, tenant: null, ...session } })
  })
  session = { endedMembership: { name: 'Northlight', reason: 'suspended' } }
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Northlight is suspended' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  session = { endedMembership: { name: 'Northlight', reason: 'removed' } }
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Admin user not found' })).toBeVisible()
  session = { endedMembership: { name: '', reason: 'deleted' } }
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Tenant configuration not found' })).toBeVisible()
  await expectAccessible(page)
  session = { endedMembership: null, user: { id: 'u', name: 'Kim', email: 'k@x.example', role: 'business-admin' } }
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Admin has no assigned tenants' })).toBeVisible()
  await picture(page, info, 'no business')
})

test('[I7] a page that cannot read who is signed in asks once more, then says so and offers to try again', async ({
  page,
  segue,
}) => {
  await signIn(page, segue)
  let reads = 0
  await page.route('**/api/session', (route) => {
    reads += 1
    const error = { code: 'unavailable', message: 'The service is temporarily unavailable.', requestId: 'r' }
    return route.fulfill({ status: 503, json: { error } })
  })
  await page.goto('/admin')
  await expect(page.getByText('Loading')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'System error' })).toBeVisible()
  expect(reads).toBe(2)
  await page.unroute('**/api/session')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
})
