import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { create } from 'qrcode'
import { expectAccessibleInBothThemes } from './accessibility.ts'
import { fillTicketForm, unique } from './customer.ts'
import { expectAnswerIn, openShadowRoots, siteWith, watchViolations } from './host-site.ts'
import { expect, signIn, test } from './segue.ts'
import { teamOf } from './team.ts'

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

const MARGIN = 4

/** The modules of the QR code that says exactly this text, row by row, with the white margin that readers need. */
function qrOf(text: string): string[] {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const blank = Array.from({ length: MARGIN }, () => ' '.repeat(size + 2 * MARGIN))
  const rows = Array.from({ length: size }, (_, y) => {
    const row = Array.from({ length: size }, (_, x) => (data[y * size + x] ? '#' : ' ')).join('')
    return `${' '.repeat(MARGIN)}${row}${' '.repeat(MARGIN)}`
  })
  return [...blank, ...rows, ...blank]
}

/** What a picture of a QR code shows: the colour in the middle of each module. */
const modulesOf = (page: Page, source: string, text: string): Promise<string[]> =>
  page.evaluate(
    async ({ source, count }) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const side = 1024
      const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side })
      const drawing = canvas.getContext('2d') as CanvasRenderingContext2D
      drawing.drawImage(image, 0, 0, side, side)
      const { data } = drawing.getImageData(0, 0, side, side)
      const middle = (n: number) => Math.floor(((n + 0.5) * side) / count)
      const isDark = (x: number, y: number) => (data[4 * (middle(y) * side + middle(x))] ?? 255) < 128
      const all = Array.from({ length: count }, (_, n) => n)
      return all.map((y) => all.map((x) => (isDark(x, y) ? '#' : ' ')).join(''))
    },
    { source, count: qrOf(text).length },
  )

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
    const bytes = await readFile(await file.path())
    expect(bytes.subarray(0, start.length)).toEqual(start)
    const type = name === 'PNG' ? 'image/png' : 'image/svg+xml'
    expect(await modulesOf(page, `data:${type};base64,${bytes.toString('base64')}`, url)).toEqual(qrOf(url))
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
  const site = await siteWith({ '/': `${iframe}${anchor}` })
  await page.goto(site.url)
  expect(await page.locator('iframe').boundingBox()).toMatchObject({ width: 400, height: 600 })
  await expectAnswerIn(page.frameLocator('iframe'))
  const portal = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Contact support' }).click()
  await expect((await portal).getByRole('heading', { level: 1 })).toBeVisible()
  expect(new URL((await portal).url()).searchParams.get('utm_source')).toBe('website')
  site.close()
})

test('[L2] the script of the chat button works when pasted into a blank page of another origin, also under its content policy', async ({
  page,
  segue,
}) => {
  await keepCopies(page)
  await signIn(page, segue)
  await openLinks(page)
  await page.getByRole('button', { name: 'Copy: Chat button' }).click()
  const script = await copied(page)
  await page.getByRole('button', { name: 'Copy: Content policy for the chat button' }).click()
  const policy = `default-src 'none'; ${(await copied(page)).replace('script-src', "script-src 'self'")}`
  const sites = [
    await siteWith({ '/': script }),
    await siteWith(
      { '/': '<script src="/own.js"></script>', '/own.js': /<script>([\s\S]*)<\/script>/.exec(script)?.[1] ?? '' },
      { 'content-security-policy': policy },
    ),
  ]
  for (const site of sites) {
    const host = await page.context().newPage()
    await openShadowRoots(host)
    const violations = watchViolations(host)
    await host.goto(site.url)
    await host.getByRole('button', { name: 'Open the chat' }).click()
    await expectAnswerIn(host.frameLocator('iframe'))
    expect(violations).toEqual([])
    site.close()
  }
})

test('[L1] a ticket of a visitor who followed a link on a website shows website and source, and is found by the source', async ({
  page,
  segue,
}) => {
  await keepCopies(page)
  await signIn(page, segue)
  await openLinks(page)
  await page.getByRole('button', { name: 'Copy: Link to the portal' }).click()
  const site = await siteWith({
    '/lamps': (await copied(page)).replace('utm_source', 'utm_medium=footer&amp;utm_source'),
  })
  await page.goto(`${site.url}/lamps?secret=7`)
  const popup = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Contact support' }).click()
  const portal = await popup
  const subject = unique('From the shop')
  await portal.getByRole('link', { name: 'Submit Ticket' }).click()
  await fillTicketForm(portal, { subject, description: 'It is dark.' })
  await portal.getByRole('main').getByRole('button', { name: 'Submit Ticket' }).click()
  await expect(portal.getByText('Your support request has been submitted!')).toBeVisible()
  site.close()
  await portal.close()

  const { id } = await (await teamOf(segue)).ticketBySubject(subject)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/admin?section=tickets&ticket=${id}`)
  const panel = page.getByRole('region', { name: 'Details' }).first()
  await expect(panel.getByText('Came from')).toBeVisible()
  await expect(panel.getByText('website · footer')).toBeVisible()

  await page.goto('/admin?section=analytics&last=1')
  const broken = page.getByRole('radiogroup', { name: 'Broken down by' })
  await broken.getByText('Source of the link').click()
  const table = page.getByRole('region', { name: 'Broken down by: Source of the link' })
  await table.getByRole('row').filter({ hasText: 'website' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tickets' })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('utm')).toBe('website')
  await expect(page.getByText(subject).first()).toBeVisible()
  await page.getByRole('button', { name: 'More filters' }).click()
  await expect(page.getByRole('dialog').getByText('website', { exact: true })).toBeVisible()
})
