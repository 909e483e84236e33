import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { LANGUAGE_MARK } from '#scripts/page-languages.ts'
import { chatOf, PORTAL, waitForGreeting } from './customer.ts'
import { expect, signIn, test } from './segue.ts'

const isPortal = (url: URL) => url.pathname === '/support'
const NOT_LOADED = /This part of the page could not be loaded/

/** Refuses the code of one module of the build, or its style sheet, until the returned function is called. */
async function refuse(page: Page, module: string, what: 'file' | 'css' = 'file'): Promise<() => Promise<void>> {
  const build = module.startsWith('src/portal/') ? 'portal' : 'desk'
  const manifest = JSON.parse(readFileSync(new URL(`../dist/web/.vite/${build}.json`, import.meta.url), 'utf8'))
  const name = ([manifest[module][what]].flat()[0] as string).replace(LANGUAGE_MARK, 'en')
  const address = `**/${name}`
  await page.route(address, (route) => route.abort())
  return () => page.unroute(address)
}

const retry = (page: Page) => page.getByRole('button', { name: 'Retry' })

test('[U1] a chat whose code does not load says so; closed, the same button asks again, and Retry opens the chat', async ({
  page,
}) => {
  const allow = await refuse(page, 'src/portal/chat/chat.ts')
  await page.goto(PORTAL)
  const failure = page.getByRole('dialog', { name: 'The chat did not open' })
  const start = page.getByRole('button', { name: 'Start Chat' })
  await start.click()
  await expect(failure).toContainText(NOT_LOADED)
  await expect(page).toHaveURL(/chat=general/)
  await failure.getByRole('button', { name: 'Close' }).click()
  await expect(failure).toBeHidden()
  await expect(page).not.toHaveURL(/chat=/)
  await start.click()
  await expect(failure).toBeVisible()
  await allow()
  await retry(page).click()
  await waitForGreeting(page)
  await expect(failure).toBeHidden()
})

test('[U1] a chat whose window does not load says so, and Retry opens it', async ({ page }) => {
  const allow = await refuse(page, 'src/portal/chat/chat-window.tsx')
  await page.goto(PORTAL)
  await page.getByRole('button', { name: 'Start Chat' }).click()
  await expect(page.getByRole('dialog')).toContainText(NOT_LOADED)
  await allow()
  await retry(page).click()
  await waitForGreeting(page)
})

for (const module of ['src/portal/chat/chat.ts', 'src/portal/chat/chat-window.tsx']) {
  test(`[U1] a chat without ${module} at first says that it takes long, and opens by itself`, async ({ page }) => {
    const allow = await refuse(page, module)
    await page.goto(PORTAL)
    await page.getByRole('button', { name: 'Start Chat' }).click()
    await expect(page.getByRole('dialog', { name: 'Opening the chat' })).toBeVisible()
    await allow()
    await waitForGreeting(page)
    await expect(chatOf(page)).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(1)
  })

  test(`[U10] the embedded chat without ${module} says so, and Retry opens it`, async ({ page }) => {
    const allow = await refuse(page, module)
    await page.goto(`${PORTAL}&embed=true`)
    await expect(page.getByRole('alert')).toContainText(NOT_LOADED)
    await allow()
    await retry(page).click()
    await waitForGreeting(page)
    await expect(chatOf(page)).toBeVisible()
  })
}

test('[U1] a tab of the portal that does not load says so below the navigation, and Retry shows it with its styles', async ({
  page,
}) => {
  const allow = await refuse(page, 'src/portal/help/help-center.tsx', 'css')
  await page.goto(PORTAL)
  await page.getByRole('link', { name: 'Help Center' }).click()
  await expect(page.getByRole('alert')).toContainText(NOT_LOADED)
  await page.getByRole('link', { name: 'Get Help' }).click()
  await expect(page.getByRole('button', { name: 'Start Chat' })).toBeVisible()
  await page.getByRole('link', { name: 'Help Center' }).click()
  await expect(page.getByRole('alert')).toContainText(NOT_LOADED)
  await allow()
  const styles = page.waitForResponse(/help-center-.*\.css$/)
  await retry(page).click()
  await styles
  await expect(page.getByRole('searchbox')).toBeVisible()
})

test('[U1] a portal that fails to render says so instead of showing an empty page', async ({ page }) => {
  await page.route(isPortal, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace('"businessInfo":', '"unknown":')
    await route.fulfill({ response: answer, body })
  })
  await page.goto(PORTAL)
  await expect(page.getByRole('alert')).toContainText('Something went wrong on this page.')
  await page.unroute(isPortal)
  await retry(page).click()
  await expect(page.getByRole('button', { name: 'Start Chat' })).toBeVisible()
})

test.describe('the desk', () => {
  test.beforeEach(async ({ page, segue }) => signIn(page, segue))

  test('[S1] a section that does not load says so beside the sidebar, and Retry opens it', async ({ page }) => {
    const allow = await refuse(page, 'src/admin/agents/section.tsx')
    await page.goto('/admin')
    await page.getByRole('link', { name: 'AI Agents' }).click()
    await expect(page.getByRole('alert')).toContainText(NOT_LOADED)
    await allow()
    await retry(page).click()
    await expect(page.getByRole('heading', { level: 1, name: 'AI Agents' })).toBeVisible()
  })

  test('[S1] a dialog that does not load says so over the page; closed and opened again, it is loaded', async ({
    page,
  }) => {
    const faults: Error[] = []
    page.on('pageerror', (fault) => faults.push(fault))
    const allow = await refuse(page, 'src/admin/palette/palette.tsx')
    await page.goto('/admin')
    await page.getByRole('button', { name: 'Search or jump to' }).click()
    const failure = page.getByRole('dialog', { name: 'This did not load' })
    await expect(failure).toContainText(NOT_LOADED)
    await failure.getByRole('button', { name: 'Close' }).click()
    await expect(failure).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    await allow()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeVisible()
    expect(faults).toEqual([])
  })

  test('[S1] the first dialog that is opened returns the focus to its button, as every later one', async ({ page }) => {
    await page.goto('/admin')
    const search = page.getByRole('button', { name: 'Search or jump to' })
    for (const _ of ['first', 'second']) {
      await search.click()
      await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeHidden()
      await expect(search).toBeFocused()
    }
    const fold = page.getByRole('button', { name: 'Collapse sidebar' })
    for (const _ of ['first', 'second']) {
      await fold.focus()
      await page.keyboard.press('Shift+?')
      const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      await expect(help.getByRole('button', { name: 'Close' })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(help).toBeHidden()
      await expect(fold).toBeFocused()
    }
  })

  test('[S1] the first confirmation of a menu’s item returns the focus to the menu’s button', async ({ page }) => {
    await page.goto('/admin?section=knowledge&tab=documents')
    const more = page.getByRole('button', { name: /^Actions for/ }).first()
    for (const _ of ['first', 'second']) {
      await more.click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      const question = page.getByRole('dialog', { name: /^Delete/ })
      await question.getByRole('button', { name: 'Cancel' }).click()
      await expect(question).toBeHidden()
      await expect(more).toBeFocused()
    }
  })

  test('[S1] the sidebar over a narrow page returns the focus to the menu button', async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 900 })
    await page.goto('/admin')
    const menu = page.getByRole('button', { name: 'Open menu' })
    await menu.click()
    const drawer = page.getByRole('dialog', { name: 'Sections' })
    await expect(drawer).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(menu).toBeFocused()
  })
})

test('[U1] the rules of a part that is loaded later come after those of the page, and the page’s own sheets are not loaded twice', async ({
  page,
}) => {
  const loaded: string[] = []
  page.on('request', (request) => request.resourceType() === 'stylesheet' && loaded.push(request.url()))
  await page.goto(PORTAL)
  await page.getByRole('button', { name: 'Start Chat' }).click()
  await waitForGreeting(page)
  const { own, last } = await page.evaluate(() => {
    const sheets = [...document.styleSheets]
    return {
      own: [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][disabled]')].map(({ href }) => href),
      last: sheets.at(-1)?.href,
    }
  })
  expect(own.length).toBeGreaterThan(0)
  expect(loaded.filter((url) => own.includes(url))).toEqual([])
  expect(loaded).toContain(last)
  const header = page.locator('.pf-bar')
  const colours = await header.evaluate((one) => [
    getComputedStyle(one).color,
    ...[...one.querySelectorAll('button')].map((button) => getComputedStyle(button).color),
  ])
  expect(new Set(colours).size).toBe(1)
})
