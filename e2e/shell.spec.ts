import { expectAccessibleInBothThemes } from './accessibility.ts'
import { expect, signIn, test } from './segue.ts'

const names = [
  ['overview', 'Overview'],
  ['customers', 'Customers'],
  ['tickets', 'Tickets'],
  ['customer-links', 'Customer Links'],
  ['agents', 'AI Agents'],
  ['api-settings', 'API Settings'],
  ['knowledge', 'Knowledge'],
  ['settings', 'Settings'],
  ['analytics', 'Analytics'],
  ['billing', 'Billing'],
] as const

test.beforeEach(async ({ page, segue }) => signIn(page, segue))

test('[S1] the sidebar opens ten sections, which are in the URL and follow back and forward', async ({ page }) => {
  await page.goto('/admin')
  const sidebar = page.getByRole('navigation', { name: 'Sections' })
  for (const [id, name] of names) {
    // Tickets carries its unread count in its name.
    await sidebar.getByRole('link', { name: new RegExp(`^${name}( \\d|$)`) }).click()
    await expect(page).toHaveURL(`/admin?section=${id}`)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    // The unread count may stand before it.
    await expect(page).toHaveTitle(new RegExp(`^(\\(\\d+\\) )?${name} · Segue$`))
  }
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible()
  await page.goForward()
  await expect(page).toHaveURL('/admin?section=billing')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible()
})

test('[S1] an unknown section opens the overview, and /dashboard shows the same desk', async ({ page }) => {
  await page.goto('/dashboard?section=nonsense')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page).toHaveURL('/dashboard?section=settings')
})

test('[S1] the sidebar is 280 px, collapsed 70 px and stored, an overlay at 768 px', async ({ page }) => {
  await page.goto('/admin')
  const sidebar = page.locator('aside')
  await expect(sidebar).toHaveCSS('width', '280px')
  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  await expect(sidebar).toHaveCSS('width', '70px')
  await page.reload()
  await expect(sidebar).toHaveCSS('width', '70px')
  // A hover that comes before the page listens is not noticed: the pointer leaves and comes again.
  await expect(async () => {
    await page.mouse.move(600, 400)
    await page.getByRole('link', { name: 'Knowledge' }).hover()
    await expect(page.getByRole('tooltip', { name: 'Knowledge' })).toBeVisible({ timeout: 2000 })
  }).toPass()
  await page.setViewportSize({ width: 768, height: 900 })
  await expect(sidebar).toHaveCount(0)
  await page.getByRole('button', { name: 'Open menu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Sections' })
  await expect(drawer).toHaveCSS('width', '280px')
  await drawer.getByRole('link', { name: 'AI Agents' }).click()
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL('/admin?section=agents')
})

test('[S1] the owner of a business sees no link to the Super Admin Panel; a page whose session answer is stubbed as super-admin does', async ({
  page,
}) => {
  await page.goto('/admin')
  await expect(page.getByRole('link', { name: 'Settings', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Super Admin Panel' })).toHaveCount(0)
  await page.route('**/api/session', async (route) => {
    const answer = await route.fetch()
    const session = await answer.json()
    await route.fulfill({ response: answer, json: { ...session, user: { ...session.user, role: 'super-admin' } } })
  })
  await page.reload()
  await expect(page.getByRole('link', { name: 'Super Admin Panel' })).toHaveAttribute('href', '/super-admin')
})

test('[S1] [I3] Sign Out ends the session here and removes all the browser keeps but display settings, in its other tabs too', async ({
  page,
  context,
}) => {
  // The landing page, shown afterwards, has a demo's chat in a frame, which begins to keep its own things.
  await context.route(/[?&]embed=true/, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto('/admin?section=settings')
  let unsubscribed = 0
  await page.exposeFunction('unsubscribe', () => {
    unsubscribed += 1
    return true
  })
  await page.evaluate(async () => {
    for (const key of ['segue-theme', 'segue_portal_sidebar', 'segue-draft-1', 'segue_unsent_1'])
      localStorage.setItem(key, 'dark')
    sessionStorage.setItem('secret', 'x')
    await (await caches.open('c')).put('/c', new Response('secret'))
    await navigator.serviceWorker.register('/desk-push.js')
    await navigator.serviceWorker.ready
    // No push service is reachable here: in place of a subscription, what unsubscribing calls.
    const { unsubscribe } = window as unknown as { unsubscribe: () => Promise<boolean> }
    PushManager.prototype.getSubscription = async () => ({ unsubscribe }) as unknown as PushSubscription
  })
  const tab = await context.newPage()
  await tab.goto('/admin?section=tickets')
  await tab.evaluate(() => {
    sessionStorage.setItem('secret', 'x')
    // A draft that is stored while the page closes.
    addEventListener('pagehide', () => localStorage.setItem('segue-draft-2', 'late'))
  })
  await expect(tab.getByRole('navigation', { name: 'Sections' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  for (const one of [page, tab]) {
    await expect(one.getByRole('link', { name: 'Business Login' }).first()).toBeVisible()
    const kept = await one.evaluate(async () => ({
      local: Object.keys(localStorage).sort(),
      session: Object.keys(sessionStorage),
      caches: await caches.keys(),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
    }))
    expect(kept).toEqual({ local: ['segue-theme', 'segue_portal_sidebar'], session: [], caches: [], workers: 0 })
  }
  expect(unsubscribed).toBe(1)
  await page.goto('/admin')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
})

test('[S1] the palette navigates and runs commands, ? shows the shortcuts, and an unknown path shows not found at its own address', async ({
  page,
}) => {
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('knowl')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin?section=knowledge')
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeHidden()
  await page.keyboard.press('Shift+?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expect(page).toHaveURL('/nowhere')
  await page.getByRole('link', { name: 'Go to Dashboard' }).click()
  await expect(page).toHaveURL(/\/admin/)
  await page.goto('/super-admin?of=2')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expect(page).toHaveURL('/super-admin?of=2')
})

test('[S8] the theme is light, dark or auto, stored on this device and applied before the first paint', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/admin')
  const root = page.locator('html')
  await expect(root).toHaveAttribute('data-theme', 'light')
  await page.getByRole('button', { name: /Account and theme/ }).click()
  await page.getByText('Dark', { exact: true }).click()
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await page.reload({ waitUntil: 'commit' })
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: /Account and theme/ }).click()
  await page.getByText('Auto', { exact: true }).click()
  await expect(root).toHaveAttribute('data-theme', 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(root).toHaveAttribute('data-theme', 'dark')
})

test('[S8] a change of the theme starts transitions only for who has not asked for reduced motion', async ({
  page,
}) => {
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  const startedBy = (theme: string) =>
    page.evaluate((name) => {
      document.documentElement.dataset.theme = name
      return document.getAnimations().filter((one) => one instanceof CSSTransition).length
    }, theme)
  expect(await startedBy('dark')).toBe(0)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await startedBy('light')).toBeGreaterThan(0)
})

for (const width of [1440, 400]) {
  test(`the desk has no accessibility violation, light and dark, ${width} px`, async ({ page }) => {
    const wrong: string[] = []
    page.on('console', (line) => line.type() === 'error' && wrong.push(line.text()))
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/admin')
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Shift+?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    expect(wrong, 'console errors, the policy’s among them').toEqual([])
  })
}
