import type { Page } from '@playwright/test'
import { SLUG } from './customer.ts'
import { openShadowRoots, siteWith } from './host-site.ts'
import { expect, type Segue, test } from './segue.ts'

const STUB = '<script>window.Segue=window.Segue||function(){(Segue.q=Segue.q||[]).push(arguments)}</script>'
const pageWith = (segue: Segue) =>
  `<!doctype html><meta name="viewport" content="width=device-width">${STUB}<h1>Shop</h1><script async src="${segue.url}/widget.js?tenant=${SLUG}"></script>`

const launcher = (page: Page) => page.locator('segue-widget').getByRole('button', { name: / the chat|Chat / })
const chatIn = (page: Page) => page.frameLocator('iframe')
const write = (page: Page) => chatIn(page).locator('textarea')

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
