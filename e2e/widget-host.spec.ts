import type { Page } from '@playwright/test'
import { scriptExample } from '#web/admin/links/examples.ts'
import { SLUG } from './customer.ts'
import { openShadowRoots, siteWith, watchViolations } from './host-site.ts'
import { expect, type Segue, test } from './segue.ts'

const STUB = '<script>window.Segue=window.Segue||function(){(Segue.q=Segue.q||[]).push(arguments)}</script>'
const scriptOf = (segue: Segue) => `<script async src="${segue.url}/widget.js?tenant=${SLUG}"></script>`
const pastedCode = ({ url }: Segue) =>
  scriptExample(`${url}/widget.js?tenant=${SLUG}`, { url: `${url}/api/portal/${SLUG}/form`, label: 'Contact <us>' })
const launcher = (page: Page) => page.locator('segue-widget').getByRole('button', { name: / the chat/ })

test('[U10] the host page with the code of Customer Links is loaded before its one small script is asked for, which makes the button', async ({
  page,
  segue,
}) => {
  const site = await siteWith({ '/': `<h1>Shop</h1>${pastedCode(segue)}` })
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(segue.url)) requested.push(new URL(request.url()).pathname)
  })
  let sendScript = () => {}
  const isAsked = new Promise<void>((asked) => {
    void page.route(/widget\.js/, async (route) => {
      const response = await route.fetch()
      asked()
      await new Promise<void>((send) => {
        sendScript = send
      })
      await route.fulfill({ response })
    })
  })
  await openShadowRoots(page)
  // The page's load does not wait for the script, which is still on the way.
  await page.goto(site.url, { waitUntil: 'load' })
  await isAsked
  await expect(page.locator('segue-widget')).toHaveCount(0)
  sendScript()
  await expect(launcher(page)).toBeVisible()
  expect(requested).toEqual(['/widget.js'])
  const source = await (await page.request.get(`${segue.url}/widget.js?tenant=${SLUG}`)).text()
  expect(source).not.toMatch(/document\.write|XMLHttpRequest|\beval\b|import\(/)
  site.close()
})

test('[U10] without JavaScript the code of Customer Links is a link to the ticket form', async ({ browser, segue }) => {
  const site = await siteWith({ '/': `<h1>Shop</h1>${pastedCode(segue)}` })
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(site.url)
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Contact <us>' }).click()
  const form = await opened
  await expect(form.getByRole('button', { name: 'Submit Ticket' })).toBeVisible()
  await context.close()
  site.close()
})

test('[U10] where a content blocker refuses the frame or the script, the host page works, is closed again and throws nothing', async ({
  page,
  segue,
}) => {
  const site = await siteWith({ '/': `${STUB}<h1>Shop</h1><input aria-label="Search">${scriptOf(segue)}` })
  const thrown = watchViolations(page)
  await openShadowRoots(page)
  await page.route(/\/customer\?/, (route) => route.abort('blockedbyclient'))
  await page.goto(site.url)
  await launcher(page).click()
  await expect(page.getByRole('dialog', { name: /^Chat with/ })).toBeVisible()
  await launcher(page).click()
  await expect(page.getByRole('dialog', { name: /^Chat with/ })).toBeHidden()
  await page.getByLabel('Search').fill('lamp')
  await page.route(/widget\.js/, (route) => route.abort('blockedbyclient'))
  await page.goto(site.url)
  await page.evaluate(() => (window as unknown as { Segue: (command: string) => void }).Segue('open'))
  await page.getByLabel('Search').fill('lamp')
  await expect(page.locator('segue-widget')).toHaveCount(0)
  expect(thrown).toEqual([])
  site.close()
})

test('[U10] on a dark page the offer of help has an edge', async ({ clockedPage: page, segue }) => {
  const site = await siteWith({ '/': `<style>html{background:#000}</style>${STUB}<h1>Shop</h1>${scriptOf(segue)}` })
  await openShadowRoots(page)
  await page.goto(site.url)
  const offer = page.getByRole('button', { name: 'Can we help? Ask us anything.' })
  await expect
    .poll(async () => {
      await page.clock.runFor(5000)
      return offer.isVisible()
    })
    .toBe(true)
  const edge = await offer.locator('..').evaluate((box) => getComputedStyle(box).outline)
  expect(edge).toMatch(/^rgba\(136, 136, 136, 0\.5\d*\) solid 1px$/)
  site.close()
})
