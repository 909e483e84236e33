import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from './accessibility.ts'
import { answered, chatOf, composerOf, escalate, greeted, logOf, openChat, SLUG, say, unique } from './customer.ts'
import { expect, test } from './segue.ts'
import { teamOf } from './team.ts'

const PORTAL = `/support?tenant=${SLUG}`

test('[U1] a link without a business, or with an unknown one, shows an error', async ({ page }) => {
  for (const path of ['/support', '/help', '/support?tenant=']) {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Invalid Support Link' })).toBeVisible()
    await expect(page.getByText('This support link is missing required information.')).toBeVisible()
  }
  const unknown = await page.goto('/customer?tenant=no-such-shop')
  expect(unknown?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Tenant not found' })).toBeVisible()
  await expectAccessible(page, 'all')
})

test('[U1] the business is chosen by the link, on all three paths', async ({ page }) => {
  for (const [path, heading] of [
    ['/customer', 'How can we help?'],
    ['/support', 'How can we help?'],
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

test('[U2] guests have three tabs, a sidebar of 280 px that collapses to 70, and the business’s look', async ({
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
  await expect(page.getByRole('heading', { level: 1, name: 'How can we help?' })).toBeVisible()
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

test('[U3] the page shows the info card, Start Chat, and four cards that open their target', async ({ page }) => {
  await page.goto(PORTAL)
  const card = page.getByRole('region', { name: 'Hollowbrook Cycles' })
  await expect(card.getByRole('link', { name: 'help@hollowbrook.example' })).toHaveAttribute('href', /^mailto:/)
  await expect(card.getByRole('link', { name: 'hollowbrook.example', exact: true })).toBeVisible()
  await expect(card).toContainText('Monday to Saturday')
  await expect(card).toContainText(/9:00.*to.*(18:00|6:00)/)
  await expect(card).toContainText('Europe/London')
  await expect(page.getByText(/Open now|Opens /).first()).toBeVisible()

  for (const [button, label] of [
    ['Start Chat', 'General Support'],
    [/^Technical Support/, 'Technical Support'],
    [/^Billing Questions/, 'Billing Help'],
    [/^Report an Issue/, 'Report Issue'],
  ] as const) {
    await page.getByRole('main').getByRole('button', { name: button }).click()
    await expect(chatOf(page).getByRole('heading', { name: label })).toBeVisible()
    await greeted(page)
    await page.getByRole('button', { name: 'Close the chat' }).click()
    await expect(chatOf(page)).toBeHidden()
  }
  await page.getByRole('button', { name: /^How-to Guides/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Help Center' })).toBeVisible()
})

async function fillTicket(page: Page, subject: string): Promise<void> {
  await page.getByLabel('Name').fill('Ada Park')
  await page.getByLabel('Email').fill('ada.park@example.org')
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('Description').fill('There is a click on every turn of the left crank.')
}
const submitButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Submit Ticket' })

test('[U4] all invalid fields show their error at once and the first one gets the focus', async ({ page }) => {
  await page.goto(`${PORTAL}&tab=submit-ticket`)
  await expect(page.getByLabel('Priority')).toHaveValue('normal')
  await expect(page.getByLabel('Priority').getByRole('option')).toHaveText(['Low', 'Normal', 'High', 'Critical'])
  await page.getByLabel('Email').fill('ada at example')
  await submitButton(page).click()
  for (const words of ['Enter your name.', 'Enter a subject.', 'Describe what you need help with.']) {
    await expect(page.getByText(words)).toBeVisible()
  }
  await expect(page.getByText('Enter an e-mail address like name@example.com.')).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()
  await expect(page.getByLabel('Subject')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Name').fill('Ada')
  await expect(page.getByText('Enter your name.')).toBeHidden()
  await expectAccessible(page, 'all')
})

test('[U4] a submitted ticket is confirmed, clears the form, reaches the desk and is listed under My requests', async ({
  page,
  segue,
}) => {
  const subject = unique('Clicking crank')
  await page.goto(`${PORTAL}&tab=submit-ticket`)
  await expect(page.getByText('Your requests appear here')).toBeVisible()
  await fillTicket(page, subject)
  await page.getByLabel('Priority').selectOption('critical')
  await submitButton(page).click()
  await expect(
    page.getByText("Your support request has been submitted! We'll contact you via email soon."),
  ).toBeVisible()
  for (const name of ['Name', 'Email', 'Subject', 'Description']) await expect(page.getByLabel(name)).toHaveValue('')

  const team = await teamOf(segue)
  const ticket = await team.ticketBySubject(subject)
  expect(ticket.priority).toBe('urgent')
  expect(ticket.status).toBe('open')
  const row = page.getByRole('button').filter({ hasText: subject })
  await expect(row).toContainText('Open')
  await expect(row).toContainText(`#${ticket.id.slice(0, 8).toUpperCase()}`)
  await expect(row).toContainText('Critical priority')
  await expect(row).toContainText('Unassigned')
  await expect(row).toContainText('Just now')
  await row.click()
  await expect(logOf(page).getByText('There is a click on every turn of the left crank.')).toBeVisible()
})

const failures: [cause: string, status: number, code: string, text: string][] = [
  [
    'permission',
    403,
    'forbidden',
    'Permission denied - the service security rules may be blocking guest access. Please contact support.',
  ],
  ['service', 503, 'unavailable', 'The service is temporarily unavailable. Please try again in a moment.'],
  ['format', 400, 'invalid_input', 'Invalid data format. Please check your input and try again.'],
  ['session', 401, 'unauthenticated', 'Database permissions error. Please contact support.'],
  ['other', 500, 'internal', 'Unexpected error (internal). Please try again or contact support directly.'],
]

for (const [cause, status, code, text] of failures) {
  test(`[U4] a refused ticket shows the reason (${cause}) and keeps the input`, async ({ page }) => {
    await page.route('**/api/portal/*/tickets', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      const fields = code === 'invalid_input' ? { 'body.subject': 'Shorten the subject.' } : undefined
      await route.fulfill({ status, json: { error: { code, message: 'No.', requestId: 'r', fields } } })
    })
    await page.goto(`${PORTAL}&tab=submit-ticket`)
    await fillTicket(page, 'Kept words')
    await submitButton(page).click()
    await expect(page.getByRole('alert')).toHaveText(`Error submitting your request. ${text}`)
    await expect(page.getByLabel('Subject')).toHaveValue('Kept words')
    await expect(page.getByLabel('Name')).toHaveValue('Ada Park')
    if (code !== 'invalid_input') return
    await expect(page.getByText('Shorten the subject.')).toBeVisible()
    await expect(page.getByLabel('Subject')).toBeFocused()
  })
}

test('[U4] without a network the input stays, and sending again creates one ticket', async ({
  page,
  context,
  segue,
}) => {
  const subject = unique('Sent twice')
  await page.goto(`${PORTAL}&tab=submit-ticket`)
  await fillTicket(page, subject)
  await context.setOffline(true)
  await submitButton(page).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Error submitting your request. Network error - please check your internet connection and try again.',
  )
  await expect(page.getByLabel('Description')).not.toHaveValue('')
  await context.setOffline(false)
  // The first reply is lost: the ticket exists, and the retry under the same id succeeds.
  let lost = 0
  await page.route('**/api/portal/*/tickets', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    lost += 1
    await route.abort()
  })
  await submitButton(page).click()
  await expect(page.getByText('Your support request has been submitted!')).toBeVisible()
  expect(lost).toBe(1)
  const rows = page.getByRole('button').filter({ hasText: subject })
  await expect(rows).toHaveCount(1)
  await (await teamOf(segue)).ticketBySubject(subject)
})

test('[U6] a resolved request can be rated once: 1 to 5 labelled stars and a comment, read-only afterwards', async ({
  page,
  segue,
}) => {
  const subject = unique('To be rated')
  await page.goto(`${PORTAL}&tab=submit-ticket`)
  await fillTicket(page, subject)
  await submitButton(page).click()
  const row = page.getByRole('button').filter({ hasText: subject })
  await row.click()
  await expect(logOf(page)).toContainText('created')
  await expect(page.getByText('How was our support?')).toBeHidden()

  const team = await teamOf(segue)
  const { id } = await team.ticketBySubject(subject)
  await team.reply(id, 'Tightened. It is silent now.')
  await expect(logOf(page).getByText('Tightened. It is silent now.')).toBeVisible()
  await team.move(id, 'resolved')
  const form = page.getByRole('form', { name: 'How was our support?' })
  await expect(form).toBeVisible()
  await expect(form.getByRole('button', { name: 'Submit Rating' })).toBeDisabled()
  for (const [value, word] of ['Very Poor', 'Poor', 'Average', 'Good', 'Excellent'].entries()) {
    await form.getByTitle(word, { exact: true }).click()
    await expect(form.getByRole('radio', { name: `${value + 1} of 5: ${word}` })).toBeChecked()
    await expect(form.getByText(word, { exact: true })).toBeVisible()
  }
  await form.getByTitle('Good', { exact: true }).click()
  await form.getByLabel('Comment').fill('Quick and kind.')

  await page.route('**/rating', (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: 'Later.', requestId: 'r' } } }),
  )
  await form.getByRole('button', { name: 'Submit Rating' }).click()
  await expect(form.getByRole('alert')).toHaveText('Failed to submit rating. Please try again.')
  await page.unroute('**/rating')
  await form.getByRole('button', { name: 'Submit Rating' }).click()
  await expect(page.getByText('Thank you for your feedback! Your rating has been submitted.')).toBeVisible()
  await expect(page.getByText('Quick and kind.')).toBeVisible()
  await expect(form).toBeHidden()

  await page.reload()
  await expect(page.getByRole('img', { name: '4 of 5: Good' }).last()).toBeVisible()
  await expect(page.getByRole('form', { name: 'How was our support?' })).toBeHidden()
  const detail = await team.detail(id)
  expect(detail.ticket).toMatchObject({ rating: 4, ratingComment: 'Quick and kind.' })
})

test('[U8] search and categories filter the articles; an empty result says what to do', async ({ page }) => {
  await page.goto(`/help?tenant=${SLUG}`)
  const articles = page.getByRole('main').locator('a[href*="article="]')
  await expect(articles).toHaveCount(6)
  const categories = page.getByRole('group', { name: 'Categories' }).getByRole('button')
  await expect(categories).toHaveText(['All', 'Basics', 'Technical', 'Billing', 'Support', 'Features', 'Security'])
  await expect(categories.first()).toHaveAttribute('aria-pressed', 'true')
  await categories.nth(1).click()
  await expect(articles).not.toHaveCount(6)
  for (const text of await articles.allInnerTexts()) expect(text).toContain('Basics')
  await categories.first().click()
  await page.getByRole('searchbox', { name: 'Search the Help Center' }).fill('frame size')
  await expect(articles.first()).toContainText('Find your frame size')
  await page.getByRole('searchbox').fill('zzzzqqq')
  await expect(page.getByText('No article matches')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start Chat' })).toBeVisible()
  await expectAccessible(page, 'all')
})

test('[U8] an article counts its view, shows Markdown, accepts Yes or No, and Back opens the list', async ({
  page,
}) => {
  await page.goto(`/help?tenant=${SLUG}`)
  const article = page.getByRole('link', { name: /Find your frame size/ })
  const before = Number(/(\d+) views?/.exec((await article.textContent()) ?? '')?.[1])
  await article.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Find your frame size' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Measure' })).toBeVisible()
  await expect(page.getByRole('cell', { name: '166–178 cm' })).toBeVisible()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('Thank you. Your answer is counted.')).toBeVisible()
  await expect(page.getByText(/\d+% helpful/)).toBeVisible()
  await page.getByRole('button', { name: 'No' }).click()
  await expect(page.getByRole('button', { name: 'No' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Help Center' })).toBeVisible()
  const views = page.getByRole('link', { name: /Find your frame size/ })
  await expect
    .poll(async () => Number(/(\d+) views?/.exec((await views.textContent()) ?? '')?.[1]))
    .toBeGreaterThan(before)
})

test('[U10] embed=true shows only the chat, in 400 by 600', async ({ page }) => {
  await page.setViewportSize({ width: 400, height: 600 })
  await page.goto(`${PORTAL}&embed=true`)
  await greeted(page)
  await expect(page.getByRole('navigation')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Close the chat' })).toBeHidden()
  expect(await chatOf(page).boundingBox()).toEqual({ x: 0, y: 0, width: 400, height: 600 })
  await say(page, 'Where is my order?')
  await answered(page, 'tracking link')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(400)
  await expectAccessible(page, 'all')
})

test('[U10] the embedded chat works on another site where cookies are blocked, and survives a reload', async ({
  page,
  context,
  segue,
}) => {
  const subject = unique('From a frame')
  // `localhost` is another site than 127.0.0.1: the portal's cookies are third-party there.
  const markup = `<iframe src="${segue.url}${PORTAL}&embed=true" width="400" height="600" title="Support"></iframe>`
  const host = createServer((_, reply) => reply.setHeader('content-type', 'text/html').end(markup))
  await new Promise<void>((ready) => host.listen(0, '127.0.0.1', ready))
  await page.goto(`http://localhost:${(host.address() as AddressInfo).port}/`)
  const frame = page.frameLocator('iframe')
  const log = frame.getByRole('log')
  const write = frame.getByRole('textbox', { name: 'Message', exact: true })
  await expect(log.getByRole('article').first()).toBeVisible()
  // The frame's storage is partitioned by site; the portal's cookie is blocked here.
  for (const cookie of await context.cookies(segue.url)) expect(cookie.sameSite).toBe('None')
  await write.fill('Where is my order?')
  await write.press('Enter')
  await expect(log).toContainText('tracking link')
  await page.reload()
  await expect(log.getByText('Where is my order?', { exact: true }).first()).toBeVisible()
  await frame.getByRole('button', { name: 'Talk to a person' }).click()
  await frame.getByRole('button', { name: 'Yes, Create Ticket' }).click()
  await frame.getByLabel('Name').fill('Ada Park')
  await frame.getByLabel('Email').fill('ada.park@example.org')
  await frame.getByLabel('Subject').fill(subject)
  await frame.getByRole('button', { name: 'Submit Ticket' }).click()
  await expect(log).toContainText('created')
  const team = await teamOf(segue)
  await team.reply((await team.ticketBySubject(subject)).id, 'Found it.')
  await expect(log).toContainText('Found it.')
  host.close()
})

test('[U10] only the embedded page can be framed by another site', async ({ page }) => {
  const own = await page.goto(PORTAL)
  expect(own?.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
  const embedded = await page.goto(`${PORTAL}&embed=true`)
  expect(embedded?.headers()['content-security-policy']).toContain('frame-ancestors *')
  expect(embedded?.headers()['x-frame-options']).toBeUndefined()
})

for (const width of [1440, 400]) {
  test(`[U2] the portal has no accessibility violation, light and dark, ${width} px, with the chat open`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    for (const tab of ['get-help', 'submit-ticket', 'help-center']) {
      await page.goto(`/support?tenant=fernbill&tab=${tab}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessibleInBothThemes(page, 'all')
    }
    await openChat(page)
    await say(page, 'Where is my order?')
    await answered(page, 'tracking link')
    await expectAccessibleInBothThemes(page, 'all')
    await page.getByRole('button', { name: /^Read the source/ }).click()
    await expectAccessibleInBothThemes(page, 'all')
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await escalate(page, unique('axe'))
    await expectAccessibleInBothThemes(page, 'all')
    expect(await composerOf(page).isVisible()).toBe(true)
  })
}
