import { chatOf, composerOf, expectAnswer, logOf, openChat, ownMessages, PORTAL, sendMessage } from './customer.ts'
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
