import type { Page } from '@playwright/test'
import {
  chatOf,
  composerOf,
  expectAnswer,
  fillTicketForm,
  openChat,
  ownMessages,
  PORTAL,
  sendMessage,
  unique,
  waitForGreeting,
} from './customer.ts'
import { picture } from './picture.ts'
import { expect, test } from './segue.ts'

/** A window of 1280 by 960 pixels at 300 %. */
const AT_300_PERCENT = { width: 427, height: 320 }

/** Names of the controls that cannot be clicked: beside the screen, or covered where they were scrolled to. */
const unreachable = (page: Page, selector: string): Promise<string[]> =>
  page.locator(selector).evaluateAll((controls) =>
    controls
      .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((control) => {
        control.scrollIntoView({ block: 'center', behavior: 'instant' })
        const { left, right, top, bottom } = control.getBoundingClientRect()
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
        const isHit = hit !== null && (control.contains(hit) || hit.contains(control))
        return left < -1 || right > innerWidth + 1 || !isHit
      })
      .map((control) => control.textContent?.trim() || control.getAttribute('aria-label') || control.outerHTML),
  )
const CONTROLS = ':is(a, button, input:not([type=file]), select, textarea, summary)'

async function expectAllReachable(page: Page, within: string): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return { scrollWidth, clientWidth }
  })
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  expect(await unreachable(page, `${within} ${CONTROLS}`)).toEqual([])
}

test('[U2] at 300 % nothing of start page, ticket form and chat is cut or covered', async ({ page }, info) => {
  await page.setViewportSize(AT_300_PERCENT)
  await page.goto(PORTAL)
  await expect(page.getByRole('region', { name: 'Ask right away' })).toBeVisible()
  await expectAllReachable(page, 'main')
  await expectAllReachable(page, 'nav')
  await picture(page, info, 'start page at 300 %')
  await page.goto(`${PORTAL}&tab=submit-ticket`)
  await expect(page.getByLabel('Subject')).toBeVisible()
  await expectAllReachable(page, 'main')
  await page.goto(PORTAL)
  await page.getByRole('button', { name: 'Start Chat' }).click()
  await waitForGreeting(page)
  await expectAllReachable(page, 'dialog')
  await picture(page, info, 'chat at 300 %')
})

test('[U1] with blocked storage the portal works: a chat is answered, and a ticket is sent', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
      Object.defineProperty(globalThis, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      })
    }
  })
  await openChat(page)
  await sendMessage(page, 'Where is my order?')
  await expectAnswer(page, 'tracking link')
  await page.goto(`${PORTAL}&tab=submit-ticket`)
  await fillTicketForm(page, { subject: unique('Loose bell'), description: 'It rings by itself.' })
  await page.getByRole('main').getByRole('button', { name: 'Submit Ticket' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'has been submitted' })).toBeVisible()
})

test('[H6] a file over 20 MB is refused by its name and the limit; the text and the other file stay and are sent', async ({
  page,
}) => {
  await openChat(page)
  await composerOf(page).fill('Here are my papers')
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach files' }).click()
  await (await chosen).setFiles([
    { name: 'film.mov', mimeType: 'video/quicktime', buffer: Buffer.alloc(20 * 1024 * 1024 + 1) },
    { name: 'order.txt', mimeType: 'text/plain', buffer: Buffer.from('HB-1042') },
  ])
  await expect(chatOf(page).getByRole('alert')).toContainText(/film\.mov is larger than 20/)
  await expect(composerOf(page)).toHaveValue('Here are my papers')
  await expect(page.getByRole('button', { name: 'Remove order.txt' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toHaveAttribute('aria-disabled', 'false')
  await composerOf(page).press('Enter')
  await expect(ownMessages(page)).toContainText(['Here are my papers'])
})
