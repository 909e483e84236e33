import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { picture } from './picture.ts'
import { expect, test } from './segue.ts'

/** Where the beginning of the page stands. */
const placesOf = (page: Page) =>
  page
    .locator('h1, .lp-lead, .lp-actions > :first-child, .lp-actions, .lp-note, .lp-demo')
    .evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())))

test('[X1] the beginning of the page is readable before any script runs, and nothing of it moves when the script takes over', async ({
  browser,
  segue,
}) => {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const open = async (javaScriptEnabled: boolean) => {
      const context = await browser.newContext({ javaScriptEnabled, viewport, locale: 'de-DE', baseURL: segue.url })
      return context.newPage()
    }
    const still = await open(false)
    await still.goto('/')
    await expect(still.getByRole('heading', { level: 1 })).toHaveText(/^Die KI antwortet mit Ihrem Wissen/)
    await expect(still.getByRole('link', { name: 'Kostenlos testen' })).toBeInViewport()
    await expect(still.getByText(/braucht JavaScript/).getByRole('link')).toHaveAttribute('href', /^mailto:.+@/)
    const before = await placesOf(still)
    await still.context().close()
    const page = await open(true)
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(globalThis, { shifts })
      // When the font comes depends on the network alone.
      let fontsAt = Number.POSITIVE_INFINITY
      void document.fonts.ready.then(() => {
        fontsAt = performance.now()
      })
      new PerformanceObserver((list) => {
        for (const one of list.getEntries())
          if (one.startTime > fontsAt) shifts.push((one as unknown as { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Film ansehen' })).toBeVisible()
    expect(await placesOf(page)).toEqual(before)
    await expect(page.getByRole('heading', { name: 'Preise' })).toBeAttached()
    const moved = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)
    expect(moved.reduce((sum, one) => sum + one, 0)).toBeLessThan(0.02)
    await page.context().close()
  }
})

test('[X2] choosing a plan opens its checkout in a new tab, and the page stays', async ({ page }) => {
  await page.goto('/')
  const plan = page.getByRole('region', { name: 'Pricing' }).getByRole('listitem').filter({ hasText: 'Monthly' })
  const [checkout] = await Promise.all([
    page.waitForEvent('popup'),
    plan.getByRole('button').or(plan.getByRole('link')).click(),
  ])
  await expect(checkout).toHaveURL(/\/test-checkout\//)
  await expect(page).toHaveURL(/\/(#\w+)?$/)
})

test('[X1] the navigation, the pictures, the portals and the footer lead where they say', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/')
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await expect(navigation.getByRole('link', { name: 'Contact' })).toHaveAttribute('href', /^mailto:.+@/)
  await expect(page.getByRole('link', { name: 'Customer Login' })).toHaveAttribute('href', '/signin?mode=customer')
  await expect(page.getByRole('link', { name: 'Business Login' })).toHaveAttribute('href', '/signin')
  for (const [name, hash] of [
    ['Features', '#features'],
    ['Pricing', '#pricing'],
  ] as const) {
    await navigation.getByRole('link', { name }).click()
    await expect(page).toHaveURL(new RegExp(`${hash}$`))
    await expect(page.getByRole('heading', { name: name === 'Features' ? 'What it does' : 'Pricing' })).toBeInViewport()
  }
  const strip = page.getByRole('region', { name: 'More of the product' }).getByRole('img', { name: /^Screenshot: / })
  await expect(strip).toHaveCount(6)
  for (const image of await strip.all()) {
    await image.scrollIntoViewIfNeeded()
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
  }
  const portals = page.getByRole('region', { name: 'Three businesses, three portals' })
  for (const [name, slug] of [
    ['Hollowbrook Cycles', 'hollowbrook'],
    ['Fernbill', 'fernbill'],
    ['Alder Court Dental', 'alder-court'],
  ])
    await expect(portals.getByRole('link', { name: `Open portal: ${name}` })).toHaveAttribute(
      'href',
      `/customer?tenant=${slug}`,
    )
  const colours = await portals
    .getByRole('link')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor))
  expect(new Set(colours).size).toBe(3)
  const footer = page.getByRole('navigation', { name: 'Footer' })
  await expect(footer.getByRole('link')).toHaveText(['Features', 'Pricing', 'Contact', 'Help Center'])
  await footer.getByRole('link', { name: 'Help Center' }).click()
  await expect(page).toHaveURL(/\/help\/hollowbrook$/)
})

test('[X1] on a phone a menu has the navigation, and nothing is wider than the screen, also at 320 px', async ({
  page,
}, info) => {
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'Features',
      'Pricing',
      'Contact',
      'Customer Login',
      'Business Login',
    ])
    await picture(page, info, `menu-${width}`)
    await page.getByRole('menuitem', { name: 'Pricing' }).click()
    await expect(page).toHaveURL(/#pricing$/)
    await expect(page.getByRole('heading', { name: 'Monthly' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('menuitem', { name: 'Business Login' }).click()
  await expect(page).toHaveURL(/\/signin$/)
})

test('[X1] the film opens in a dialog, fills the screen on request, and Escape returns to its button', async ({
  page,
}) => {
  await page.goto('/')
  const opener = page.getByRole('button', { name: 'Watch the film' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Segue in half a minute' })
  const film = dialog.locator('video')
  await expect(film).toHaveAttribute('src', '/guide.webm')
  await expect.poll(() => film.evaluate((one: HTMLVideoElement) => one.duration)).toBeGreaterThan(10)
  await expectAccessible(page, 'WCAG 2.2 AA', 'dialog')
  await dialog.getByRole('button', { name: 'Full screen' }).click()
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.tagName)).toBe('VIDEO')
  await page.evaluate(() => document.exitFullscreen())
  await expect(dialog.getByRole('button', { name: 'Full screen' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
})

test('[X1] the carousel shows four screenshots by its buttons, its dots and the arrow keys', async ({ page }) => {
  await page.goto('/')
  const carousel = page.getByRole('group', { name: 'See it at work' })
  const slide = (title: string) => carousel.getByRole('img', { name: `Screenshot: ${title}` })
  const current = carousel.locator('button[aria-current]')
  await expect(carousel.getByRole('img')).toHaveCount(4)
  await slide('Admin dashboard').scrollIntoViewIfNeeded()
  await expect(slide('Admin dashboard')).toBeInViewport({ ratio: 0.5 })
  const previous = carousel.getByRole('button', { name: 'Previous screenshot' })
  await expect(previous).toHaveAttribute('aria-disabled', 'true')
  await carousel.getByRole('button', { name: 'Next screenshot' }).click()
  await expect(current).toHaveAccessibleName('2 of 4: Customer dashboard')
  await page.keyboard.press('ArrowRight')
  await expect(current).toHaveAccessibleName('3 of 4: AI chat')
  await expect(slide('AI chat')).toBeInViewport({ ratio: 0.5 })
  await carousel.getByRole('button', { name: '4 of 4: Ticket management' }).click()
  await expect(slide('Ticket management')).toBeInViewport({ ratio: 0.5 })
  await previous.click()
  await expect(current).toHaveAccessibleName('3 of 4: AI chat')
})

test('[X3] the figures are said to be goals, and the ways to write are those that work', async ({ page }) => {
  await page.goto('/')
  const features = page.getByRole('region', { name: 'What it does' })
  await expect(features.getByText('Goals that the product is built for, not measured results.')).toBeVisible()
  await expect(features.getByRole('definition')).toHaveText(['< 0.8s', '90%', '99.9%', '24/7'])
  await expect(
    features.getByText('Customers write in the chat of your portal, in the widget on your own pages, or by form.'),
  ).toBeVisible()
})

test('[X3] no figure is on the page but the goals, the plans of the server, and what the demo businesses say', async ({
  page,
}) => {
  const { demos } = (await (await page.request.get('/api/front-page')).json()) as { demos: { description: string }[] }
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Pricing' }).getByRole('heading', { name: 'Monthly' })).toBeVisible()
  const portals = page.getByRole('region', { name: 'Three businesses, three portals' })
  await portals.scrollIntoViewIfNeeded()
  for (const { description } of demos) await expect(portals).toContainText(description)
  // The parts with figures of their own are taken out of the text; the goals say that they are goals.
  const rest = await page.locator('.lp-page').evaluate((all) => {
    const copy = all.cloneNode(true) as HTMLElement
    for (const part of copy.querySelectorAll('#pricing, #features dl, [aria-labelledby="portals-title"], iframe'))
      part.remove()
    return copy.textContent ?? ''
  })
  expect(rest).toContain('Goals that the product is built for, not measured results.')
  expect(rest.match(/\d|\b(minutes?|seconds?|percent|hundreds|thousands?|millions?)\b/gi)).toBeNull()
})

test('[X3] the prices and limits of the plans are those of the server', async ({ page }) => {
  type Listed = { name: string; price: { cents: number }; limits: { tickets: number; seats: number } }
  const { items } = (await (await page.request.get('/api/plans')).json()) as { items: Listed[] }
  expect(items.length).toBeGreaterThan(1)
  await page.goto('/')
  const cards = page.getByRole('region', { name: 'Pricing' }).getByRole('listitem')
  for (const { name, price, limits } of items) {
    const card = cards.filter({ has: page.getByRole('heading', { name, exact: true }) })
    await expect(card.locator('strong').first()).toHaveText(`$${price.cents / 100}`)
    await expect(card).toContainText(`${limits.tickets.toLocaleString('en')} tickets a month`)
    await expect(card).toContainText(`${limits.seats} team members`)
  }
})

test('[X1] the page says what it is to search engines and previews, in the language that was asked for', async ({
  page,
  segue,
}) => {
  const html = await (await page.request.get('/?lang=fr')).text()
  expect(html).toContain('<html lang="fr">')
  expect(html).toContain(`<link rel="canonical" href="${segue.url}/?lang=fr">`)
  expect(html).toContain(`<link rel="alternate" hreflang="x-default" href="${segue.url}/">`)
  const picture = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? ''
  expect((await page.request.get(picture)).headers()['content-type']).toBe('image/webp')
  expect(/<meta name="description" content="([^"]+)"/.exec(html)?.[1]).toMatch(/^Segue.*client/)
})
