import type { Browser, Page } from '@playwright/test'
import { PORTAL, waitForGreeting } from './customer.ts'
import { expect, memberOf, type Segue, signIn, test } from './segue.ts'

const PAGES = [
  '/',
  '/signin',
  '/forgot-password',
  '/signup/monthly',
  PORTAL,
  `${PORTAL}&tab=submit-ticket`,
  `${PORTAL}&tab=help-center`,
  `${PORTAL}&chat=general`,
]
const SECTIONS = [
  'overview',
  'customers',
  'tickets',
  'customer-links',
  'agents',
  'api-settings',
  ...['profile', 'faqs', 'articles', 'documents', 'analytics', 'tests'].map((tab) => `knowledge&tab=${tab}`),
  ...['general', 'branding', 'portal', 'tickets', 'team', 'sla', 'rules', 'macros', 'notifications'].map(
    (tab) => `settings&tab=${tab}`,
  ),
  'analytics',
  'billing',
]
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang)

async function choose(page: Page, menu: string, language: string): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitemradio', { name: language }).click()
}

async function inBrowserOf(browser: Browser, segue: Segue, locale: string, use: (page: Page) => Promise<void>) {
  const context = await browser.newContext({ baseURL: segue.url, locale, reducedMotion: 'reduce' })
  await use(await context.newPage())
  await context.close()
}

test('[U12] a browser’s language is that of portal, chat, landing and sign-in; the menu changes it, and the browser keeps it', async ({
  browser,
  segue,
}) => {
  await inBrowserOf(browser, segue, 'de-DE', async (page) => {
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Business-Login' })).toBeVisible()
    await page.goto('/signin')
    await expect(page.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible()
    await page.goto(PORTAL)
    expect(await languageOf(page)).toBe('de')
    await page.getByRole('button', { name: 'Chat starten' }).click()
    await expect(page.getByRole('log', { name: 'Nachrichten' }).getByRole('article').first()).toBeVisible()
    await page.getByRole('button', { name: 'Chat schließen' }).click()
    await choose(page, 'Sprache', 'Français')
    await expect(page.getByRole('button', { name: 'Langue', exact: true })).toBeVisible()
    await page.reload()
    expect(await languageOf(page)).toBe('fr')
    await page.goto('/signin')
    expect(await languageOf(page)).toBe('fr')
  })
})

test('[U12] the sign-in leads to the plans; a page of the sign-up has the language menu and stays where it is', async ({
  browser,
  segue,
}) => {
  await inBrowserOf(browser, segue, 'de-DE', async (page) => {
    await page.goto('/signin')
    await page.getByRole('link', { name: 'Neu hier? Zu den Tarifen' }).click()
    await expect(page).toHaveURL(/\/#pricing$/)
    await page.goto('/signup/monthly')
    await choose(page, 'Sprache', 'Français')
    await expect(page.getByRole('button', { name: 'Langue', exact: true })).toBeVisible()
    expect(await languageOf(page)).toBe('fr')
    expect(new URL(page.url()).pathname).toBe('/signup/monthly')
  })
})

test('[U12] the assistant answers in the language of the page', async ({ browser, segue }) => {
  await inBrowserOf(browser, segue, 'en-GB', async (page) => {
    await page.goto(`${PORTAL}&lang=es`)
    expect(await languageOf(page)).toBe('es')
    await page.getByRole('button', { name: 'Iniciar chat' }).click()
    const log = page.getByRole('log')
    await expect(log.getByRole('article').first()).toBeVisible()
    const message = page.getByRole('textbox', { name: 'Mensaje', exact: true })
    await message.fill('Gracias')
    await message.press('Enter')
    await expect(log.locator('[data-author="assistant"]').last()).toContainText('De nada')
  })
})

test('[U12] the desk is in the language of the account, in every browser', async ({ page, secondPage, segue }) => {
  const member = memberOf(segue, 'agent', 2)
  await signIn(page, segue, member)
  await page.goto('/admin?section=tickets')
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Your account' }).click()
  const language = page.getByLabel('Language of the desk and of mails to you')
  await language.selectOption('de')
  await language.locator('xpath=ancestor::form').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: /^Kunden/ }).first()).toBeVisible()
  await signIn(secondPage, segue, member)
  await secondPage.goto('/admin?section=tickets')
  await expect(secondPage.getByRole('link', { name: /^Kunden/ }).first()).toBeVisible()
  expect(await languageOf(secondPage)).toBe('de')
})

/** Headings, labels and everything that can be pressed whose text does not fit, and whether the page scrolls sideways. */
const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('h1, h2, h3, legend, label, button, a, [role="tab"], th')]
    const isCut = (one: HTMLElement) =>
      one.checkVisibility() &&
      !one.matches('.visually-hidden') &&
      getComputedStyle(one).overflowX !== 'visible' &&
      one.scrollWidth > one.clientWidth + 1
    const found = all.filter(isCut).map((one) => one.textContent ?? '')
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth > clientWidth ? [...found, `the page is ${scrollWidth} wide`] : found
  })

for (const language of ['en-XA', 'de', 'fr', 'es']) {
  test(`[U12] no text is cut in portal, landing and sign-in in ${language}, on a desktop and on a phone`, async ({
    page,
  }) => {
    for (const size of SIZES) {
      await page.setViewportSize(size)
      for (const path of PAGES) {
        await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        expect(await cutTexts(page), `${path} at ${size.width}`).toEqual([])
      }
    }
  })
}

for (const language of ['en-XA', 'ar-XB']) {
  test(`[U12] no text of the desk is cut in ${language}, and no section is wider than the screen, on a desktop and on a phone`, async ({
    page,
    segue,
  }) => {
    test.setTimeout(180_000)
    await signIn(page, segue)
    for (const size of SIZES) {
      await page.setViewportSize(size)
      for (const section of SECTIONS) {
        await page.goto(`/admin?section=${section}&lang=${language}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
        expect(await page.evaluate(() => document.documentElement.dir)).toBe(language === 'ar-XB' ? 'rtl' : '')
        // Cut data of the business, a long subject, has its whole text elsewhere; texts of the product have a mark here.
        const cut = (await cutTexts(page)).filter((text) => /[[\u202e]|^the page/.test(text))
        expect(cut, `${section} at ${size.width}`).toEqual([])
      }
    }
  })
}

test('[U12] what a page shows before its script runs is in the language of the page', async ({ page }) => {
  for (const [language, word] of [
    ['en', 'Loading'],
    ['de', 'Wird geladen'],
    ['fr', 'Chargement'],
    ['es', 'Cargando'],
  ]) {
    const html = await (await page.request.get(`/signin?lang=${language}`)).text()
    expect(html).toContain(`<span class="loading-word">${word}</span>`)
  }
})

test('[U12] every text of the sign-in pages has a translation key', async ({ page }) => {
  for (const path of ['/signin', '/forgot-password', '/signin?mode=customer']) {
    await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=en-XA`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const texts = await page.evaluate(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found: string[] = []
      while (walker.nextNode()) {
        const { parentElement, textContent } = walker.currentNode
        if (parentElement?.checkVisibility() && textContent?.trim()) found.push(textContent.trim())
      }
      return found
    })
    expect(texts.length).toBeGreaterThan(3)
    expect(texts.filter((text) => !text.startsWith('['))).toEqual([])
  }
})

test('[U12] from right to left, the portal and the chat are mirrored and nothing is wider than the screen', async ({
  page,
}) => {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    for (const path of PAGES) {
      await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=ar-XB`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl')
      expect(await cutTexts(page), `${path} at ${size.width}`).toEqual([])
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${PORTAL}&lang=ar-XB&chat=general`)
  await waitForGreeting(page)
  const side = await page.locator('.pf-side').boundingBox()
  expect(side?.x).toBeGreaterThan(1000)
  const [log, greeting] = await Promise.all(
    [page.getByRole('log'), page.getByRole('log').getByRole('article').first()].map((one) => one.boundingBox()),
  )
  if (!log || !greeting) throw new Error('no chat')
  // The team's side is the start of a line.
  expect(log.x + log.width - greeting.x - greeting.width).toBeLessThan(greeting.x - log.x + 60)
})
