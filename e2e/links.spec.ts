import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from './accessibility.ts'
import { expect, signIn, test } from './segue.ts'

const linkOf = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Customer links' }).getByRole('listitem').filter({ hasText: title })

async function openLinks(page: Page): Promise<void> {
  await page.goto('/admin?section=customer-links')
  await expect(page.getByRole('heading', { level: 1, name: 'Customer Links' })).toBeVisible()
  await expect(linkOf(page, 'Basic link')).toBeVisible()
}

/** What the clipboard got last: reading the real one needs a permission that headless browsers answer differently. */
const keepCopies = (page: Page) =>
  page.addInitScript(() => {
    navigator.clipboard.writeText = async (text) => {
      if (text === document.body.dataset.refused) throw new Error('refused')
      document.body.dataset.copied = text
    }
  })
const copied = async (page: Page) => (await page.locator('body').getAttribute('data-copied')) ?? ''

test('[L1] four links are copied, mailed, texted, tested, and drawn as a QR code to download', async ({
  page,
  segue,
}) => {
  await keepCopies(page)
  await signIn(page, segue)
  await openLinks(page)
  for (const [title, source] of [
    ['Basic link', null],
    ['Website link', 'website'],
    ['Email link', 'email'],
    ['Social media link', 'social'],
  ] as const) {
    await page.getByRole('button', { name: `Copy: ${title}` }).click()
    await expect(linkOf(page, title).getByRole('status')).toHaveText('Copied to clipboard!')
    const url = new URL(await copied(page))
    expect([url.pathname, url.searchParams.get('utm_source')]).toEqual(['/customer', source])
  }
  const row = linkOf(page, 'Email link')
  const url = await copied(page).then((text) => text.replace('=social', '=email'))
  for (const [name, scheme] of [
    ['Email: Email link', 'mailto:'],
    ['Text message: Email link', 'sms:'],
  ] as const) {
    const href = new URL((await row.getByRole('link', { name }).getAttribute('href')) ?? '')
    expect([href.protocol, href.searchParams.get('body')]).toEqual([scheme, expect.stringContaining(url)])
  }
  await page.locator('body').evaluate((body, refused) => body.setAttribute('data-refused', refused), url)
  await page.getByRole('button', { name: 'Copy: Email link' }).click()
  await expect(row.getByRole('status')).toHaveText('Copy failed')
  await expectAccessibleInBothThemes(page)

  await row.getByRole('button', { name: 'QR code: Email link' }).click()
  const dialog = page.getByRole('dialog', { name: 'QR code: Email link' })
  await expect(dialog.getByRole('img', { name: `QR code that opens ${url}` })).toBeVisible()
  for (const [name, start] of [
    ['PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47])],
    ['SVG', Buffer.from('<svg ')],
  ] as const) {
    const download = page.waitForEvent('download')
    await dialog.getByRole('link', { name: `Download ${name}` }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe(`support-link-email.${name.toLowerCase()}`)
    expect((await readFile(await file.path())).subarray(0, start.length)).toEqual(start)
  }
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  const portal = page.waitForEvent('popup')
  await row.getByRole('link', { name: 'Test link: Email link' }).click()
  await expect((await portal).getByRole('heading', { level: 1 })).toBeVisible()
})

test('[L2] the iframe and link examples work when pasted into a blank page of another origin', async ({
  page,
  segue,
}) => {
  await keepCopies(page)
  await signIn(page, segue)
  await openLinks(page)
  await page.getByRole('button', { name: 'Copy: Chat in a frame' }).click()
  const iframe = await copied(page)
  await page.getByRole('button', { name: 'Copy: Link to the portal' }).click()
  const anchor = await copied(page)
  // `localhost` is another site than 127.0.0.1.
  const site = createServer((_, reply) => reply.setHeader('content-type', 'text/html').end(`${iframe}${anchor}`))
  await new Promise<void>((ready) => site.listen(0, '127.0.0.1', ready))
  await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`)
  expect(await page.locator('iframe').boundingBox()).toMatchObject({ width: 400, height: 600 })
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('log').getByRole('article').first()).toBeVisible()
  await frame.getByRole('textbox', { name: 'Message', exact: true }).fill('Where is my order?')
  await frame.getByRole('textbox', { name: 'Message', exact: true }).press('Enter')
  await expect(frame.getByRole('log')).toContainText('tracking link')
  const portal = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Contact support' }).click()
  await expect((await portal).getByRole('heading', { level: 1 })).toBeVisible()
  expect(new URL((await portal).url()).searchParams.get('utm_source')).toBe('website')
  site.close()
})
