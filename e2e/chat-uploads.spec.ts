import type { Page } from '@playwright/test'
import { chatOf, composerOf, logOf, openChat, ownMessages, SLUG } from './customer.ts'
import { openShadowRoots, siteWith } from './host-site.ts'
import { picture } from './picture.ts'
import { expect, test } from './segue.ts'

const attached = (page: Page) => page.getByRole('list', { name: 'Attached files' })
const UPLOADS = `**/api/portal/${SLUG}/files`

async function attach(page: Page, name: string, buffer: Buffer): Promise<void> {
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach files' }).click()
  await (await chosen).setFiles({ name, mimeType: 'text/plain', buffer })
}

/** Slows down what the page sends, in bytes a second; -1 sends at full speed. */
async function slowUploads(page: Page): Promise<(uploadThroughput: number) => Promise<unknown>> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.enable')
  return (uploadThroughput) =>
    browser.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
}

test('[H6] a file on its way shows its progress; it can be cancelled, and the message waits for it', async ({
  page,
}, info) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openChat(page)
  await composerOf(page).fill('Here is my order')
  const limit = await slowUploads(page)
  await limit(20_000)
  const progress = page.getByRole('progressbar', { name: 'Uploading order.txt' })
  const percent = async () => Number(await progress.getAttribute('aria-valuenow'))
  const content = Buffer.alloc(4_000_000, 'HB-1042 ')
  await attach(page, 'order.txt', content)
  await expect.poll(percent).toBeGreaterThan(0)
  expect(await percent()).toBeLessThan(100)
  await expect(attached(page)).toContainText(/order\.txt\s*\d+%/)
  await expect(
    chatOf(page)
      .getByRole('status')
      .filter({ hasText: /order\.txt: \d+% uploaded/ }),
  ).toBeAttached()
  await picture(page, info, 'an upload in the chat on a phone')
  await composerOf(page).press('Enter')
  await expect(composerOf(page)).toHaveValue('Here is my order')
  await expect(ownMessages(page)).toHaveCount(0)
  const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/files'))
  await page.getByRole('button', { name: 'Cancel the upload of order.txt' }).click()
  await ended
  await expect(attached(page)).toBeHidden()
  await expect(chatOf(page).getByRole('alert')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Attach files' })).toBeFocused()
  await limit(-1)
  await attach(page, 'order.txt', content)
  await expect(page.getByRole('button', { name: 'Remove order.txt' })).toBeVisible()
  await expect(chatOf(page).getByRole('status').filter({ hasText: 'order.txt is attached' })).toBeAttached()
  await composerOf(page).press('Enter')
  await expect(ownMessages(page)).toHaveText([/Here is my order/])
  await expect(logOf(page).getByRole('link', { name: 'Download order.txt' })).toBeVisible()
})

test('[H6] on a phone a picture and a file with a long name stay within the chat', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openChat(page)
  const name = `Invoice for the ${'very '.repeat(8)}long order of November.txt`
  await attach(page, name, Buffer.from('HB-1042'))
  await attach(page, 'wide.png', await page.screenshot())
  await expect(attached(page).getByRole('button', { name: /^Remove/ })).toHaveCount(2)
  await composerOf(page).press('Enter')
  // The acknowledged message replaces the one that is being sent.
  await expect(ownMessages(page).getByRole('link', { name: 'Open wide.png' })).toBeVisible()
  await expect(logOf(page).locator('[data-state="sending"]')).toHaveCount(0)
  const box = await logOf(page).boundingBox()
  for (const link of [`Download ${name}`, 'Open wide.png']) {
    const shown = ownMessages(page).getByRole('link', { name: link })
    await expect(shown).toBeVisible()
    const at = await shown.boundingBox()
    expect(at?.x, link).toBeGreaterThan(box?.x ?? 0)
    expect((at?.x ?? 0) + (at?.width ?? 0), link).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0))
  }
})

test('[H6] after a cut connection and a fault of the server, a file is kept and sent again by Retry', async ({
  page,
}, info) => {
  await openChat(page)
  await composerOf(page).fill('Here is my order')
  await page.route(UPLOADS, (route) => route.abort('connectionreset'))
  await attach(page, 'order.txt', Buffer.from('HB-1042'))
  const problem = chatOf(page).getByRole('alert')
  await expect(problem).toHaveText(/^order\.txt could not be uploaded\. No connection\./)
  await picture(page, info, 'a failed upload in the chat')
  await composerOf(page).press('Enter')
  await expect(composerOf(page)).toHaveValue('Here is my order')
  await page.unroute(UPLOADS)
  await page.route(UPLOADS, (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<html>' }))
  const retry = page.getByRole('button', { name: 'Retry order.txt' })
  await retry.click()
  await expect(problem).toHaveText(/^order\.txt could not be uploaded\. (?!No connection)/)
  await page.unroute(UPLOADS)
  await retry.click()
  await expect(page.getByRole('button', { name: 'Remove order.txt' })).toBeFocused()
  await expect(retry).toBeHidden()
  await expect(problem).toBeHidden()
  await composerOf(page).press('Enter')
  await expect(ownMessages(page)).toHaveText([/Here is my order/])
  await expect(logOf(page).getByRole('link', { name: 'Download order.txt' })).toBeVisible()
})

test('[H6] a file is uploaded with the token of the frame on the site of a business', async ({ page, segue }) => {
  const site = await siteWith({ '*': `<script async src="${segue.url}/widget.js?tenant=${SLUG}"></script>` })
  await openShadowRoots(page)
  await page.goto(site.url)
  await page
    .locator('segue-widget')
    .getByRole('button', { name: / the chat/ })
    .click()
  const chat = page.frameLocator('iframe')
  await expect(chat.getByRole('log').getByRole('article').first()).toBeVisible()
  const uploading = page.waitForRequest((request) => request.url().endsWith('/files'))
  await chat
    .locator('input[type=file]')
    .setInputFiles({ name: 'order.txt', mimeType: 'text/plain', buffer: Buffer.from('HB-1042') })
  expect((await uploading).headers().authorization).toMatch(/^Bearer /)
  await expect(chat.getByRole('button', { name: 'Remove order.txt' })).toBeVisible()
  site.close()
})
