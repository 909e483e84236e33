import type { Page } from '@playwright/test'
import {
  chatOf,
  composerOf,
  expectAnswer,
  logOf,
  openChat,
  ownMessages,
  PORTAL,
  SLUG,
  sendMessage,
} from './customer.ts'
import { expect, test } from './segue.ts'

test('[H1] after five minutes without a connection, written messages are sent by themselves, each once', async ({
  clockedPage: page,
}) => {
  const context = page.context()
  const posted: string[] = []
  page.on('response', (response) => {
    const isMessage = response.request().method() === 'POST' && response.url().endsWith('/messages')
    if (isMessage) posted.push(response.request().postDataJSON().id)
  })
  await openChat(page)
  await context.setOffline(true)
  await expect(chatOf(page).getByText('You are offline.')).toBeVisible()
  await sendMessage(page, 'Where is my order?')
  await page.clock.runFor('05:00')
  await sendMessage(page, 'It is HB-1042.')
  await expect(logOf(page).getByText('Sent when you are back online')).toHaveCount(2)
  expect(posted).toEqual([])
  await context.setOffline(false)
  await expect(logOf(page).getByText('Sent when you are back online')).toHaveCount(0)
  await expectAnswer(page, 'tracking link')
  await expect(ownMessages(page)).toHaveText([/Where is my order\?/, /It is HB-1042\./])
  expect(new Set(posted).size).toBe(2)
  expect(posted).toHaveLength(2)
})

test('[H1] a chat that the server could not open for a moment opens by itself', async ({ page }) => {
  let isDown = true
  const error = { code: 'unavailable', message: 'Later.', requestId: 'r' }
  await page.route(/\/conversations(\?|$)/, (route) =>
    isDown ? route.fulfill({ status: 503, json: { error } }) : route.fallback(),
  )
  await page.goto(PORTAL)
  await page.getByRole('button', { name: 'Start Chat' }).click()
  await expect(chatOf(page).getByText('The chat did not open')).toBeVisible()
  isDown = false
  await expect(logOf(page).getByRole('article').first()).toBeVisible()
  await expect(chatOf(page).getByText('The chat did not open')).toBeHidden()
})

test('[H1] a chat that the server asks to open later waits as long as it asks', async ({ clockedPage: page }) => {
  let asked = 0
  const error = { code: 'unavailable', message: 'Later.', requestId: 'r' }
  await page.route(/\/conversations(\?|$)/, (route) => {
    asked += 1
    return asked === 1
      ? route.fulfill({ status: 503, headers: { 'retry-after': '600' }, json: { error } })
      : route.fallback()
  })
  await page.goto(PORTAL)
  await page.getByRole('button', { name: 'Start Chat' }).click()
  await expect(chatOf(page).getByText('The chat did not open')).toBeVisible()
  await page.clock.runFor('05:00')
  // A request of the page that was made by then has arrived before this one.
  await page.evaluate(() => fetch(location.href))
  expect(asked).toBe(1)
  await page.clock.runFor('06:00')
  await expect(logOf(page).getByRole('article').first()).toBeVisible()
})

test('[H1] a new chat whose first reply is lost, and whose connection returns while it is opened again, is one conversation', async ({
  page,
}) => {
  await openChat(page)
  const ids: string[] = []
  const held = Promise.withResolvers<void>()
  await page.route(/\/conversations$/, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    ids.push(route.request().postDataJSON().id)
    if (ids.length > 1) {
      await held.promise
      return route.fallback()
    }
    await route.fetch()
    await route.abort()
  })
  await startNewChat(page)
  await expect(chatOf(page).getByText('The chat did not open')).toBeVisible()
  await expect.poll(() => ids.length).toBe(2)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  held.resolve()
  await sendMessage(page, 'Where is my order?')
  await expectAnswer(page, 'tracking link')
  expect(ids).toEqual([ids[0], ids[0]])
  const listed = await page.request.get(`/api/portal/${SLUG}/conversations`)
  expect((await listed.json()).items).toHaveLength(2)
})

test('[H1] a new chat whose first reply is lost with its session opens as another conversation', async ({
  page,
  context,
}) => {
  await openChat(page)
  const ids: string[] = []
  await page.route(/\/conversations$/, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    ids.push(route.request().postDataJSON().id)
    if (ids.length > 1) return route.fallback()
    await route.fetch()
    await context.clearCookies()
    await route.abort()
  })
  await startNewChat(page)
  await expect(chatOf(page).getByText('The chat did not open')).toBeVisible()
  await sendMessage(page, 'Where is my order?')
  await expectAnswer(page, 'tracking link')
  expect(ids.at(-1)).not.toBe(ids[0])
})

async function startNewChat(page: Page): Promise<void> {
  await chatOf(page).getByRole('button', { name: 'What else can be done' }).click()
  await page.getByRole('menuitem', { name: 'Start a new chat' }).click()
}

test('[H6] a file that is no picture or document, whatever its name, and one above 20 MB are refused; what was typed stays', async ({
  page,
}) => {
  await openChat(page)
  await composerOf(page).fill('My bell is broken')
  const attach = async (name: string, mimeType: string, buffer: Buffer) => {
    const chosen = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Attach files' }).click()
    await (await chosen).setFiles({ name, mimeType, buffer })
  }
  const problem = chatOf(page).getByRole('alert')
  const script = '<script>alert(1)</script>'
  const hostile = [
    ['bell.svg', 'image/svg+xml', `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`],
    ['bell.png', 'image/png', `<!doctype html><html><body>${script}</body></html>`],
    ['bell.pdf', 'application/pdf', 'MZ\u0090\u0000\u0003\u0000\u0000\u0000\u0004\u0000'],
  ] as const
  for (const [name, type, content] of hostile) {
    await attach(name, type, Buffer.from(content, 'latin1'))
    await expect(problem).toContainText(`${name} could not be uploaded. This kind of file cannot be attached.`)
  }
  await page.evaluate(() => {
    const files = new DataTransfer()
    files.items.add(new File([new Uint8Array(20 * 1024 * 1024 + 1)], 'film.png', { type: 'image/png' }))
    const input = document.querySelector<HTMLInputElement>('dialog input[type=file]')
    if (!input) throw new Error('no file field')
    input.files = files.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await expect(problem).toHaveText(/^film\.png is larger than 20 MB\. Choose a smaller file\.$/)
  await expect(page.getByRole('list', { name: 'Attached files' })).toBeHidden()
  await expect(composerOf(page)).toHaveValue('My bell is broken')
  await composerOf(page).press('Enter')
  await expect(ownMessages(page)).toHaveText([/My bell is broken/])
})

test('[H1] on a phone the composer stays above the on-screen keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openChat(page)
  await page.evaluate(() => {
    Object.defineProperty(visualViewport, 'height', { value: 420, configurable: true })
    visualViewport?.dispatchEvent(new Event('resize'))
  })
  const bottom = () => composerOf(page).evaluate((field) => field.getBoundingClientRect().bottom)
  await expect.poll(bottom).toBeLessThanOrEqual(420)
  await expect(logOf(page)).toBeInViewport()
})
