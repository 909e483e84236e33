import { expectAccessibleInBothThemes } from './accessibility.ts'
import {
  chatOf,
  composerOf,
  escalate,
  expectAnswer,
  logOf,
  openChat,
  PORTAL,
  sendMessage,
  unique,
  waitForGreeting,
} from './customer.ts'
import { expect, test } from './segue.ts'
import { teamOf } from './team.ts'

test('[U1] the business is chosen by the link, on all three paths', async ({ page }) => {
  for (const [path, heading] of [
    ['/customer', 'What can we sort out for you?'],
    ['/support', 'What can we sort out for you?'],
    ['/help', 'Help Center'],
  ] as const) {
    await page.goto(`${path}?tenant=fernbill&utm_source=email`)
    await expect(page.getByRole('banner').getByText('Fernbill', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }
})

test('[U2] the page shows its frame before any script runs', async ({ browser, segue }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: segue.url })
  const page = await context.newPage()
  await page.goto(PORTAL)
  await expect(page).toHaveTitle('Hollowbrook Cycles support')
  await expect(page.getByText('Hello from the shop.')).toBeVisible()
  const hero = page.getByRole('main').locator('section')
  // The tenant's colour, not the product's.
  await expect(hero).toHaveCSS('background-color', 'rgb(168, 66, 26)')
  await context.close()
})

test('[U2] without JavaScript every page of a portal says so, and leads to email, phone and the help center', async ({
  browser,
  segue,
}, info) => {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      baseURL: segue.url,
      viewport: { width, height },
      colorScheme: width === 390 ? 'dark' : 'light',
    })
    const page = await context.newPage()
    for (const path of ['/customer', '/support']) {
      for (const view of ['', '&tab=submit-ticket', '&tab=my-tickets', '&chat=general', '&embed=true']) {
        await page.goto(`${path}?tenant=hollowbrook${view}`)
        await expect(page.getByText(/need JavaScript.*or reach Hollowbrook Cycles here/)).toBeVisible()
        const address = page.getByRole('link', { name: 'help@hollowbrook.example' })
        await expect(address).toHaveAttribute('href', 'mailto:help@hollowbrook.example')
        await expect(address).toBeInViewport()
        await expect(page.getByRole('link', { name: '+44 113 496 0142' })).toBeVisible()
      }
    }
    await page.goto(PORTAL)
    const path = info.outputPath(`no-script-${width}.png`)
    await page.screenshot({ path })
    await info.attach(`no-script-${width}`, { path })
    await page.getByRole('link', { name: 'Read the help center' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Help Center' })).toBeVisible()
    await page.getByRole('link', { name: 'Find your frame size' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Find your frame size' })).toBeVisible()
    await context.close()
  }
})

test('[U3] the page loads the chat when the pointer comes to a button that opens one, and not before', async ({
  page,
}) => {
  const isOfChat = (path: string) => /\/(chat|chat-window|markdown)-[\w-]+\.js$/.test(path)
  const loaded: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (isOfChat(pathname)) loaded.push(pathname)
  })
  await page.goto(PORTAL, { waitUntil: 'networkidle' })
  const start = page.getByRole('button', { name: 'Start Chat' })
  await expect(start).toBeVisible()
  expect(loaded).toEqual([])
  await start.hover()
  await expect.poll(() => loaded.length).toBe(3)
  await start.click()
  await waitForGreeting(page)
  expect(loaded.length).toBe(3)
})

test('[U2] guests have three tabs, a sidebar of 280 px that collapses to 70, and the business’s logo and colour', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(PORTAL)
  const tabs = page.getByRole('navigation', { name: 'Support pages' }).getByRole('link')
  await expect(tabs).toHaveText(['Get Help', 'Submit Ticket', 'Help Center'])
  await expect(tabs.first()).toHaveAttribute('aria-current', 'page')
  await expect(page.getByText('Ask about orders, sizes, the workshop')).toBeVisible()
  await expect(page.getByRole('banner').locator('img')).toHaveAttribute('src', /^data:image\//)
  await expect(page.getByRole('button', { name: 'Start Chat' })).toHaveCSS('background-color', 'rgb(168, 66, 26)')

  const side = page.getByRole('banner')
  expect((await side.boundingBox())?.width).toBe(280)
  await page.getByRole('button', { name: 'Collapse the sidebar' }).click()
  await expect.poll(async () => (await side.boundingBox())?.width).toBe(70)
  await page.reload()
  await expect.poll(async () => (await side.boundingBox())?.width).toBe(70)
  await tabs.nth(2).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Help Center' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'What does your bike need?' })).toBeVisible()
})

test('[U2] on a phone the tabs are at the bottom, and nothing is wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(PORTAL)
  const tab = page.getByRole('link', { name: 'Submit Ticket' })
  const box = await tab.boundingBox()
  expect(box?.y).toBeGreaterThan(740)
  expect(box?.height).toBeGreaterThanOrEqual(44)
  for (const name of ['Submit Ticket', 'Help Center', 'Get Help']) {
    await page.getByRole('link', { name }).click()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  }
})

test('[U3] the page shows the info card', async ({ page }) => {
  await page.goto(PORTAL)
  const card = page.getByRole('region', { name: 'Hollowbrook Cycles' })
  await expect(card.getByRole('link', { name: 'help@hollowbrook.example' })).toHaveAttribute('href', /^mailto:/)
  await expect(card.getByRole('link', { name: 'hollowbrook.example', exact: true })).toBeVisible()
  await expect(card).toContainText('Monday to Saturday')
  await expect(card).toContainText(/9:00.*to.*(18:00|6:00)/)
  await expect(card).toContainText('Europe/London')
  await expect(page.getByText(/Open now|Opens /).first()).toBeVisible()
})

test('[U3] Start Chat and the four cards of a software business open their target', async ({ page }) => {
  await page.goto('/support?tenant=fernbill')
  for (const [button, label] of [
    ['Start Chat', 'General Support'],
    [/^Technical Support/, 'Technical Support'],
    [/^Billing Questions/, 'Billing Help'],
    [/^Report an Issue/, 'Report Issue'],
  ] as const) {
    await page.getByRole('main').getByRole('button', { name: button }).click()
    await expect(chatOf(page).getByRole('heading', { name: label })).toBeVisible()
    await waitForGreeting(page)
    await page.getByRole('button', { name: 'Close the chat' }).click()
    await expect(chatOf(page)).toBeHidden()
  }
  await page.getByRole('button', { name: /^How-to Guides/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Help Center' })).toBeVisible()
})

test('[U3] an open conversation is previewed by its last words, not by the value of a system message', async ({
  page,
  segue,
}) => {
  await openChat(page)
  const subject = unique('Previewed')
  await escalate(page, subject)
  const team = await teamOf(segue)
  const { id } = await team.ticketBySubject(subject)
  await team.reply(id, 'I have found your parcel.')
  await expect(logOf(page).getByText('I have found your parcel.')).toBeVisible()
  await team.move(id, 'waiting')
  await expect(logOf(page).getByText('Status: Waiting')).toBeVisible()
  await page.goto(PORTAL)
  await expect(page.getByText('Your conversation is still open')).toBeVisible()
  await expect(page.getByRole('main').getByText(/^I have found your parcel\. ·/)).toBeVisible()
})

for (const width of [1440, 400]) {
  test(`[U2] the portal has no accessibility violation, light and dark, ${width} px, with the chat open`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    for (const tab of ['get-help', 'submit-ticket', 'help-center']) {
      await page.goto(`/support?tenant=fernbill&tab=${tab}`)
      // The page has taken over from its first frame, which has a heading too.
      await expect(page.getByRole('navigation').getByRole('link').first()).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessibleInBothThemes(page, 'all')
    }
    await openChat(page)
    await sendMessage(page, 'Where is my order?')
    await expectAnswer(page, 'tracking link')
    await expectAccessibleInBothThemes(page, 'all')
    await page.getByRole('button', { name: /^Read the source/ }).click()
    await expectAccessibleInBothThemes(page, 'all')
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await escalate(page, unique('axe'))
    await expectAccessibleInBothThemes(page, 'all')
    expect(await composerOf(page).isVisible()).toBe(true)
  })
}
