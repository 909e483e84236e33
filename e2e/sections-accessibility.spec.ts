import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from './accessibility.ts'
import { headers, newTicket, pane } from './desk.ts'
import { expect, type Segue, signIn, test } from './segue.ts'

/** What opens on a page of the desk, by the name of the step: it opens and waits until it is shown. Escape closes it. */
type Steps = Record<string, (page: Page) => Promise<unknown>>

const OPENED = 'dialog[open], [role=dialog], [role=menu]'
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const dialog = (page: Page) => expect(page.getByRole('dialog').first()).toBeVisible()
const button = (name: string | RegExp) => async (page: Page) => {
  await press(page, name)
  await dialog(page)
}
const menu = (name: string | RegExp) => async (page: Page) => {
  await press(page, name)
  await expect(page.getByRole('menu').first()).toBeVisible()
}
/** A dialog behind an item of the menu "More actions". */
const item = (name: string | RegExp) => async (page: Page) => {
  await menu('More actions')(page)
  await page.getByRole('menuitem', { name }).click()
  await dialog(page)
}
const tab = (name: string) => async (page: Page) => {
  await page.getByRole('tab', { name, exact: true }).click()
  await expect(page.getByRole('tab', { name, exact: true })).toHaveAttribute('aria-selected', 'true')
}

const palette = async (page: Page) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('refund')
  await expect(page.getByRole('option').first()).toBeVisible()
}
const profile = async (page: Page) => {
  if ((page.viewportSize()?.width ?? 0) < 768) await press(page, 'Open menu')
  await press(page, /Account and theme/)
  await page.getByRole('menuitem', { name: 'Your account' }).click()
  await dialog(page)
}

/** The sections by their address. Those that have a test of their own for their dialogs are not repeated here. */
const SECTIONS: Record<string, Steps> = {
  overview: { palette, alerts: button(/^Alerts/), 'video guide': button('Video guide'), profile },
  tickets: { 'new ticket': button('New ticket'), filters: button('More filters'), view: menu(/^View/) },
  customers: {},
  'customer-links': { 'QR code': button(/^QR code/) },
  agents: { 'new agent': button('New agent'), 'more of an agent': menu(/^More for/) },
  'api-settings': {},
  'knowledge&tab=profile': {},
  'knowledge&tab=faqs': { import: button('Import') },
  'knowledge&tab=articles': {},
  'knowledge&tab=documents': { document: button('Add document') },
  'knowledge&tab=analytics': {},
  'knowledge&tab=tests': { 'test question': button('Add test question') },
  settings: {},
  'settings&tab=branding': {},
  'settings&tab=portal': {},
  'settings&tab=tickets': { field: button('Add field'), tag: button(/^Rename the tag/) },
  'settings&tab=team': { invitation: button('Invite a member'), team: button('New team') },
  'settings&tab=sla': { 'dry run': button('Try on past tickets') },
  'settings&tab=rules': { rule: button('New rule'), 'ready-made rule': button('Use: Remind a waiting customer') },
  'settings&tab=macros': { macro: button('New macro') },
  'settings&tab=notifications': {},
  analytics: { export: menu('Export CSV') },
  billing: {},
}

async function expectSteps(page: Page, steps: Steps): Promise<void> {
  await expectAccessibleInBothThemes(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'it scrolls sideways').toBe(
    true,
  )
  for (const [name, open] of Object.entries(steps)) {
    await test.step(name, async () => {
      await open(page)
      await expectAccessibleInBothThemes(page, 'WCAG 2.2 AA', OPENED)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByRole('menu')).toHaveCount(0)
    })
  }
}

/** A ticket, a customer and an article are open pages of their own. */
async function expectOpenTicket(page: Page, segue: Segue): Promise<void> {
  const { id, subject } = await newTicket(page, segue, { subject: `Accessible ${crypto.randomUUID().slice(0, 8)}` })
  const data = { id: crypto.randomUUID(), name: subject, body: 'Hi {{customer.first_name|there}}', isShared: true }
  const made = await page.request.post(`${segue.url}/api/macros`, { headers: headers(segue), data })
  expect(made.status()).toBe(201)
  await page.goto(`/admin?section=tickets&ticket=${id}`)
  const reply = pane(page, subject).getByRole('textbox', { name: 'Reply' })
  await expect(reply).toBeVisible()
  await expectSteps(page, { merge: item('Merge into…'), snooze: item('Snooze until…') })
  await reply.focus()
  await page.keyboard.type('/')
  await expect(page.getByRole('option', { name: subject })).toBeVisible()
  await expectAccessibleInBothThemes(page)
}

async function expectOpenCustomer(page: Page): Promise<void> {
  await page.goto('/admin?section=customers')
  await page.getByRole('row').nth(1).click()
  await expect(page.getByRole('button', { name: 'Back to customers' })).toBeVisible()
  await expectSteps(page, {
    menu: menu('More actions'),
    merge: item('Merge with another customer'),
    block: item('Block customer'),
    erase: item('Erase customer'),
    attributes: button('Manage attributes'),
  })
}

async function expectOpenArticle(page: Page): Promise<void> {
  await page.goto('/admin?section=knowledge&tab=articles')
  await page.getByRole('row').nth(1).click()
  await expect(page.getByLabel('Title', { exact: true })).not.toHaveValue('')
  await expectAccessibleInBothThemes(page)
  for (const name of ['Preview', 'History', 'Languages']) {
    await tab(name)(page)
    await expectAccessibleInBothThemes(page)
  }
}

const all = Object.entries(SECTIONS)
const parts = [all.slice(0, 8), all.slice(8, 16), all.slice(16)]

for (const width of [1440, 390]) {
  for (const [index, part] of parts.entries()) {
    test(`[T9] sections ${index + 1} of ${parts.length} with their dialogs, drawers and menus are accessible in both themes, ${width} px`, async ({
      page,
      segue,
    }) => {
      await page.setViewportSize({ width, height: 900 })
      await signIn(page, segue)
      for (const [path, steps] of part) {
        await test.step(path, async () => {
          await page.goto(`/admin?section=${path}`)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
          await expectSteps(page, steps)
        })
      }
    })
  }

  test(`[T9] an open ticket, customer and article with what opens on them are accessible in both themes, ${width} px`, async ({
    page,
    segue,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await signIn(page, segue)
    await expectOpenTicket(page, segue)
    await expectOpenCustomer(page)
    await expectOpenArticle(page)
  })
}
