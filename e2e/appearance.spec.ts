import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from './accessibility.ts'
import { headers } from './desk.ts'
import { expect, memberOf, type Segue, type SignInOf, sessionOf, signIn, test } from './segue.ts'

const DESK = '/admin?section=overview'

async function openAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Your account' }).click()
  await expect(page.getByRole('dialog').getByRole('group', { name: 'Accent colour' })).toBeVisible()
}

/** Changes how the pages look for the member whose session the page has. */
async function change(page: Page, segue: Segue, data: Record<string, string | null>): Promise<void> {
  const answer = await page.request.patch(`${segue.url}/api/account/appearance`, { headers: headers(segue), data })
  expect(answer.status()).toBe(200)
}

const shown = (page: Page) =>
  page.evaluate(() => ({
    accent: document.documentElement.style.getPropertyValue('--accent'),
    theme: document.documentElement.dataset.theme,
  }))

/** Keeps what the page shows in its first frame, in every page that is opened from here on. */
async function watchFirstFrame(page: Page): Promise<void> {
  await page.addInitScript(() => {
    requestAnimationFrame(() => {
      const { style, dataset } = document.documentElement
      Object.assign(globalThis, { firstFrame: { accent: style.getPropertyValue('--accent'), theme: dataset.theme } })
    })
  })
}

const firstFrame = (page: Page) => page.evaluate(() => (globalThis as { firstFrame?: unknown }).firstFrame)

async function signInByForm(page: Page, member: SignInOf): Promise<void> {
  await page.goto('/signin')
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(/\/admin/)
  await expect(page.getByRole('main')).toBeVisible()
}

test('[S8] colour, scheme and picture of a member are there in another browser, from its first frame on', async ({
  page,
  secondPage,
  segue,
}) => {
  const member = memberOf(segue, 'owner', 1)
  await signIn(page, segue, member)
  await page.goto(DESK)
  await openAccount(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByTitle('Violet').click()
  await expect(dialog.getByRole('radio', { name: 'Violet' })).toBeChecked()
  await dialog.getByRole('radiogroup', { name: 'Light or dark' }).getByText('Dark').click()
  const png = await page.screenshot({ clip: { x: 0, y: 0, width: 60, height: 40 } })
  await dialog.getByLabel('Your picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png })
  await expect(dialog.getByRole('button', { name: 'Remove picture' })).toBeVisible()
  await expect.poll(() => shown(page)).toEqual({ accent: expect.stringContaining('#6d5ae6'), theme: 'dark' })
  await expect
    .poll(async () => (await (await page.request.get('/api/session')).json()).user.appearance)
    .toEqual({
      accentColor: '#6d5ae6',
      colorScheme: 'dark',
      avatarUrl: expect.stringContaining('/api/avatars/'),
    })
  await watchFirstFrame(secondPage)
  await signInByForm(secondPage, member)
  const right = { accent: expect.stringContaining('#6d5ae6'), theme: 'dark' }
  expect(await firstFrame(secondPage)).toEqual(right)
  await expect(secondPage.getByRole('button', { name: /^Account/ }).locator('img')).toHaveJSProperty(
    'naturalWidth',
    256,
  )
  await secondPage.reload()
  expect(await firstFrame(secondPage)).toEqual(right)
  // What customers see is the business's: the person's colour stays on the desk.
  // The answer, after which the page leads on to the desk, is kept back until the page was looked at.
  await secondPage.route('**/api/session', () => undefined)
  await secondPage.goto('/signin')
  expect((await shown(secondPage)).accent).toBe('')
  await page.request.delete(`${segue.url}/api/account/avatar`, { headers: headers(segue) })
  await change(page, segue, { accentColor: null, colorScheme: 'auto' })
})

test('[S8] a change on another device is shown at once, and the team sees a new picture or the initials again', async ({
  page,
  secondPage,
  segue,
}) => {
  const [owner, admin] = [memberOf(segue, 'owner', 1), memberOf(segue, 'admin', 1)]
  await signIn(page, segue, owner)
  await signIn(secondPage, segue, admin)
  await page.goto(DESK)
  await secondPage.goto('/admin?section=settings&tab=team')
  const row = secondPage.getByRole('row').filter({ hasText: owner.email })
  await expect(row).toBeVisible()
  await expect(row.locator('img')).toHaveCount(0)
  await expect(page.getByRole('main')).toBeVisible()
  await change(page, segue, { accentColor: '#d6409f' })
  await expect.poll(async () => (await shown(page)).accent, { timeout: 1000 }).toContain('#d6409f')
  const buffer = await secondPage.screenshot({ clip: { x: 0, y: 0, width: 40, height: 40 } })
  const answer = await page.request.put(`${segue.url}/api/account/avatar`, {
    headers: headers(segue),
    multipart: { file: { name: 'me.png', mimeType: 'image/png', buffer } },
  })
  expect(answer.status()).toBe(200)
  await expect(row.locator('img')).toBeVisible()
  await openAccount(page)
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(row.locator('img')).toHaveCount(0)
  const wrong = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('<script>alert(1)</script>') }
  await page.getByLabel('Your picture').setInputFiles(wrong)
  await expect(page.getByRole('alert').getByText('Choose a PNG, JPEG or WebP picture')).toBeVisible()
  await change(page, segue, { accentColor: null })
})

test('[S8] the desk is accessible with every accent colour, in light, dark and on a phone', async ({ page, segue }) => {
  await page.context().addCookies(await sessionOf(segue, memberOf(segue, 'admin')))
  await page.goto(DESK)
  await openAccount(page)
  const hex = page.getByLabel('Colour as #rrggbb')
  const size = page.viewportSize()
  for (const color of ['#ffe600', '#0b1c1f', '#ff2d55', '#ffffff']) {
    await hex.fill(color)
    await expect.poll(async () => (await shown(page)).accent).toContain(color)
    await expectAccessibleInBothThemes(page)
  }
  await hex.fill('#12')
  await expect(page.getByText('Enter a colour as # and six characters')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessibleInBothThemes(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  if (size) await page.setViewportSize(size)
  await change(page, segue, { accentColor: null })
})
