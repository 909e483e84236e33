import type { Page } from '@playwright/test'
import { SLUG } from './customer.ts'
import { askIn, openShadowRoots, siteWith, watchViolations } from './host-site.ts'
import { expect, type Segue, test } from './segue.ts'

const STUB = '<script>window.Segue=window.Segue||function(){(Segue.q=Segue.q||[]).push(arguments)}</script>'
const pageWith = (segue: Segue) =>
  `<!doctype html><meta name="viewport" content="width=device-width">${STUB}<h1>Shop</h1><script async src="${segue.url}/widget.js?tenant=${SLUG}"></script>`

const launcher = (page: Page) => page.locator('segue-widget').getByRole('button', { name: / the chat|Chat / })
const chatIn = (page: Page) => page.frameLocator('iframe')
const write = (page: Page) => chatIn(page).locator('textarea')

test('[U10] a language that is chosen in the widget stays on the next page, with what was typed', async ({
  page,
  segue,
}) => {
  const site = await siteWith({ '*': pageWith(segue) })
  await openShadowRoots(page)
  await page.goto(site.url)
  await launcher(page).click()
  await write(page).fill('About my lamp')
  await chatIn(page).getByRole('button', { name: 'Language' }).click()
  await chatIn(page).getByRole('menuitemradio', { name: 'Deutsch' }).click()
  await expect(chatIn(page).getByRole('button', { name: 'Mit einem Menschen sprechen' })).toBeVisible()
  await expect(write(page)).toHaveValue('About my lamp')
  await page.goto(`${site.url}/lamps`)
  await launcher(page).click()
  await expect(chatIn(page).getByRole('button', { name: 'Mit einem Menschen sprechen' })).toBeVisible()
  await expect(write(page)).toHaveValue('About my lamp')
  site.close()
})

test('[U10] whatever a host page’s scripts send to the frame, the chat goes on; a malformed identity token is refused', async ({
  page,
  segue,
}) => {
  const site = await siteWith({ '/': pageWith(segue) })
  const thrown = watchViolations(page)
  await openShadowRoots(page)
  await page.goto(site.url)
  await launcher(page).click()
  await askIn(chatIn(page), 'Where is my order?')
  await expect(chatIn(page).getByRole('log')).toContainText('tracking link')
  const reasons = await page.evaluate(async () => {
    const { Segue } = window as unknown as { Segue: (...given: unknown[]) => void }
    const frame = document.querySelector('segue-widget')?.shadowRoot?.querySelector('iframe')
    const state = { segue: 'state', isOpen: true, theme: 'light', forget: false }
    const sent = [null, 7, 'state', [], {}, { segue: 7 }, { ...state, segue: 'other', isOpen: false }]
    for (const message of [...sent, { ...state, theme: { a: 1 }, text: { a: 1 } }])
      frame?.contentWindow?.postMessage(message, '*')
    const reasons: unknown[] = []
    for (const token of ['', 7, {}, 'x'.repeat(5000), 'no.to.ken']) {
      await new Promise<void>((refused) => {
        const note = ({ reason }: { reason: string }) => {
          reasons.push(reason)
          Segue('off', 'identity', note)
          refused()
        }
        Segue('on', 'identity', note)
        Segue('identify', { token })
      })
    }
    return reasons
  })
  expect(reasons).toEqual(Array(5).fill('identity_refused'))
  await expect(chatIn(page).getByRole('log')).toContainText('tracking link')
  await expect(write(page)).toHaveValue('')
  await expect(chatIn(page).locator('html')).toHaveAttribute('data-theme', 'light')
  await expect(chatIn(page).getByRole('alert')).toHaveCount(0)
  expect(thrown).toEqual([])
  site.close()
})

test('[U10] enlarged to 300 % while the chat is open, the button does not cover what sends a message', async ({
  page,
  segue,
}) => {
  const site = await siteWith({ '/': pageWith(segue) })
  await openShadowRoots(page)
  await page.setViewportSize({ width: 1280, height: 960 })
  await page.goto(site.url)
  await launcher(page).click()
  await write(page).fill('Where is my order?')
  // What a page of 1280 by 960 px has at 300 %.
  await page.setViewportSize({ width: 427, height: 320 })
  await chatIn(page).getByRole('button', { name: 'Send', exact: true }).click()
  await expect(chatIn(page).getByRole('log')).toContainText('tracking link')
  await page.setViewportSize({ width: 1280, height: 960 })
  await launcher(page).click()
  await expect(page.getByRole('dialog', { name: /^Chat with/ })).toBeHidden()
  site.close()
})
