import type { Locator, Page } from '@playwright/test'
import { composerOf, expectAnswer, logOf, PORTAL, signUpAtPortal, unique } from './customer.ts'
import { expect, test } from './segue.ts'

const MOST_STEPS = 60

/** Presses Tab until the element has the focus; on the way no stop is unseen and none is without a name. */
async function tabTo(page: Page, target: Locator, name: string): Promise<void> {
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (await target.evaluate((one) => one === document.activeElement)) return
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => {
      const one = document.activeElement as HTMLElement
      // After the last stop the browser's own controls follow.
      if (one === document.body) return null
      const box = one.getBoundingClientRect()
      const { outlineStyle, outlineColor, boxShadow } = getComputedStyle(one)
      const field = one.closest('label, [class*="field" i], form') ?? one
      const isMarked =
        (outlineStyle !== 'none' && outlineColor !== 'rgba(0, 0, 0, 0)') ||
        boxShadow !== 'none' ||
        getComputedStyle(field).boxShadow !== 'none'
      return { html: one.outerHTML.slice(0, 120), isSeen: box.width > 0 && box.height > 0, isMarked }
    })
    if (stop) expect(stop, `${stop.html} on the way to ${name}`).toMatchObject({ isSeen: true, isMarked: true })
  }
  throw new Error(`Tab does not reach ${name}`)
}

async function choose(page: Page, target: Locator, name: string): Promise<void> {
  await expect(target, name).toBeVisible()
  await tabTo(page, target, name)
  await page.keyboard.press('Enter')
}

test('[U2] [U4] [U9] [H1] [X1] by keyboard alone a customer chats, writes a ticket and opens their settings, and a visitor comes from the landing page to the sign-up; every stop is seen', async ({
  page,
  secondPage: visitor,
  segue,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(PORTAL)
  const start = page.getByRole('button', { name: 'Start Chat' })
  await choose(page, start, 'Start Chat')
  await expect(composerOf(page)).toBeFocused()
  await expect(logOf(page).getByRole('article').first()).toBeVisible()
  await page.keyboard.type('do you ship to ireland?')
  await page.keyboard.press('Enter')
  await expectAnswer(page, 'We ship to the UK and Ireland')
  await page.keyboard.press('Escape')
  await expect(composerOf(page)).toBeHidden()
  await expect(start.or(page.getByRole('button', { name: /^Chat|^Continue|^Open/ })).first()).toBeVisible()

  const navigation = page.getByRole('navigation').first()
  await choose(page, navigation.getByRole('link', { name: 'Submit Ticket' }), 'the ticket form')
  const subject = unique('Typed by keyboard')
  const main = page.getByRole('main')
  for (const [label, text] of [
    ['Name', 'Ada Park'],
    ['Email', 'ada.park@example.org'],
    ['Subject', subject],
    ['Description', 'The bell does not ring.'],
  ] as const) {
    await tabTo(page, main.getByLabel(label), label)
    await page.keyboard.type(text)
  }
  await choose(page, main.getByRole('button', { name: 'Submit Ticket' }), 'Submit Ticket')
  const request = page.getByRole('button').filter({ hasText: subject })
  await choose(page, request, 'the request in the list')
  await expect(logOf(page).getByText('The bell does not ring.')).toBeVisible()

  await page.goto(PORTAL)
  await signUpAtPortal(page, segue, `${unique('keyboard').replace(' ', '.')}@example.org`)
  await choose(page, navigation.getByRole('link', { name: 'My Tickets' }), 'My Tickets')
  await expect(page.getByRole('heading', { level: 1, name: 'My Tickets' })).toBeVisible()
  await choose(page, navigation.getByRole('link', { name: 'Settings' }), 'Settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()

  await visitor.goto('/')
  await choose(
    visitor,
    visitor.getByRole('main').getByRole('link', { name: 'Start Free Trial' }).first(),
    'the call to action',
  )
  await expect(visitor).toHaveURL(/#pricing$/)
  const plan = visitor.getByRole('button', { name: /Monthly/ })
  await expect(plan).toBeVisible()
  const [checkout] = await Promise.all([visitor.waitForEvent('popup'), choose(visitor, plan, 'the monthly plan')])
  await choose(checkout, checkout.getByRole('button', { name: 'Complete test payment' }), 'the test payment')
  await expect(checkout.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await tabTo(checkout, checkout.getByLabel('Email'), 'the first field of the sign-up')
})

const SCREENS = [
  PORTAL,
  `${PORTAL}&tab=submit-ticket`,
  '/help/hollowbrook',
  '/help/hollowbrook/category/basics',
  '/support?tenant=nobody-here',
  '/',
  '/signin',
  '/signin?mode=customer',
  '/forgot-password',
  '/signup/monthly',
  '/no-such-page',
]

/** What a screen reader's user goes by: parts of the page and headings, in the order in which they are read. */
const outlineOf = (page: Page) =>
  page.evaluate(() => {
    const seen = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility())
    const levels = seen('h1, h2, h3, h4, h5, h6').map((one) => Number(one.tagName[1]))
    const skipped = levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)
    const mains = seen('main, [role="main"]')
    const navigations = seen('nav, [role="navigation"]').map((one) => one.getAttribute('aria-label') ?? '')
    return {
      mains: mains.length,
      firstLevels: levels.filter((level) => level === 1).length,
      skipped,
      isHeadingInMain: mains[0]?.contains(seen('h1')[0] ?? null) ?? false,
      unnamed:
        navigations.length > 1 ? navigations.filter((name, at) => !name || navigations.indexOf(name) !== at) : [],
      orderByTabIndex: seen('[tabindex]').filter((one) => one.tabIndex > 0).length,
    }
  })

test('[U2] [U8] [X1] [X4] every screen of customers and visitors is read in order: one main part that begins with the one title, no heading level left out, named navigations; at 200 % nothing is wider than the screen, and with less motion nothing moves', async ({
  page,
}) => {
  // A window of 1280 px at 200 %.
  await page.setViewportSize({ width: 640, height: 400 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const path of SCREENS) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
    await expect
      .poll(() => outlineOf(page), path)
      .toEqual({
        mains: 1,
        firstLevels: 1,
        skipped: [],
        isHeadingInMain: true,
        unnamed: [],
        orderByTabIndex: 0,
      })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(640)
    const moving = () =>
      page.evaluate(
        () =>
          document.getAnimations().filter((one) => Number(one.effect?.getComputedTiming().duration ?? 0) > 10).length,
      )
    await expect.poll(moving, path).toBe(0)
  }
})
