import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from './accessibility.ts'
import {
  answersOf,
  fillTicketForm,
  openChat,
  openTicketForm,
  PORTAL,
  SLUG,
  sendMessage,
  signUpAtPortal,
  unique,
  waitForGreeting,
} from './customer.ts'
import { expect, type Segue, test } from './segue.ts'

/** A screen of a customer or a visitor: its address, what opens there, and what is shown then. */
type Screen = { path: string; open?: (page: Page) => Promise<unknown> }
type Screens = Record<string, Screen>

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const dialog = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page)
  await expect(page.getByRole('dialog').last()).toBeVisible()
}

const FRONT: Screens = {
  landing: { path: '/' },
  film: { path: '/', open: dialog('Watch the film') },
  'customer login': { path: '/signin?mode=customer' },
  'login, nothing filled in': { path: '/signin', open: press('Sign In') },
  'forgotten password': { path: '/forgot-password' },
  'new password': { path: '/reset-password#token=unknown' },
  'address not confirmed': { path: '/verify-email#token=unknown' },
  'no such page': { path: '/nowhere' },
}

const GUEST: Screens = {
  'get help': { path: PORTAL },
  'sign in': { path: PORTAL, open: dialog('Sign in') },
  'what is stored': { path: PORTAL, open: dialog('What we remember about you') },
  'submit ticket, nothing filled in': {
    path: `${PORTAL}&tab=submit-ticket`,
    open: (page) => page.getByRole('main').getByRole('button', { name: 'Submit Ticket' }).click(),
  },
  'help center': { path: `/help/${SLUG}` },
  'search of the help center': {
    path: `/help/${SLUG}`,
    open: (page) => page.getByRole('searchbox').fill('frame size'),
  },
  article: {
    path: `/help/${SLUG}`,
    open: async (page) => {
      await page.getByRole('link', { name: /Find your frame size/ }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Find your frame size' })).toBeVisible()
    },
  },
  'link without a business': { path: '/support' },
  'link of an unknown business': { path: '/support?tenant=no-such-business' },
  'confirmation with an old link': { path: `${PORTAL}&confirm=unknown` },
}

async function expectScreen(page: Page, { path, open }: Screen): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading').first()).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  await open?.(page)
  await expectAccessibleInBothThemes(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'it scrolls sideways').toBe(
    true,
  )
}

async function expectScreens(page: Page, screens: Screens): Promise<void> {
  for (const [name, screen] of Object.entries(screens)) await test.step(name, () => expectScreen(page, screen))
}

async function expectChat(page: Page): Promise<void> {
  await page.goto(`${PORTAL}&embed=true`)
  await waitForGreeting(page)
  await expectAccessibleInBothThemes(page)
  await openChat(page)
  await sendMessage(page, 'How long does a delivery take?')
  await expect(answersOf(page).nth(1)).toBeVisible()
  await page.getByRole('button', { name: 'What else can be done' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await openTicketForm(page)
  await expectAccessibleInBothThemes(page)
}

async function expectAccount(page: Page, segue: Segue): Promise<void> {
  const email = `ada.${crypto.randomUUID().slice(0, 8)}@example.org`
  await page.goto(`${PORTAL}&tab=submit-ticket`)
  await fillTicketForm(page, { subject: 'Left pedal', email, description: unique('It falls off.') })
  await page.getByRole('main').getByRole('button', { name: 'Submit Ticket' }).click()
  await expect(page.getByText('Left pedal').first()).toBeVisible()
  await signUpAtPortal(page, segue, email)
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: /Left pedal/ }).click()
  await expect(page.getByRole('log', { name: 'Messages' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  for (const tab of ['get-help', 'chat-history', 'help-center', 'settings'])
    await test.step(tab, () => expectScreen(page, { path: `${PORTAL}&tab=${tab}` }))
}

for (const width of [1440, 390]) {
  test.describe(`${width} px`, () => {
    test.beforeEach(({ page }) => page.setViewportSize({ width, height: 900 }))

    test(`[X1] the landing page, its film and the sign-in pages are accessible in both themes, ${width} px`, async ({
      page,
    }) => expectScreens(page, FRONT))

    test(`[U2] the pages of a guest and their dialogs are accessible in both themes, ${width} px`, async ({ page }) =>
      expectScreens(page, GUEST))

    test(`[U10] the chat alone, with its menu and with the form is accessible in both themes, ${width} px`, async ({
      page,
    }) => expectChat(page))

    test(`[U2] the pages of a signed-in customer are accessible in both themes, ${width} px`, async ({ page, segue }) =>
      expectAccount(page, segue))
  })
}
