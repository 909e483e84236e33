import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from './accessibility.ts'
import { headers, newTicket, pane, rows } from './desk.ts'
import { expect, type Segue, signIn, test } from './segue.ts'

test.beforeEach(async ({ page, segue }) => {
  await signIn(page, segue)
})

const field = (page: Page) => page.getByRole('combobox', { name: 'Search or jump to' })
const results = (page: Page) => page.getByRole('listbox', { name: 'Search or jump to' })
const option = (page: Page, group: string, name: string | RegExp) =>
  results(page).getByRole('group', { name: group }).getByRole('option', { name })

async function openPalette(page: Page) {
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
}

const write = (page: Page, segue: Segue, ticketId: string, body: string) =>
  page.request.post(`${segue.url}/api/tickets/${ticketId}/messages`, {
    headers: headers(segue),
    data: { id: crypto.randomUUID(), body, visibility: 'note', fileIds: [] },
  })

test('[T10] the palette finds a ticket by a word of a message while it is typed, marks it, and opens the ticket by keyboard alone', async ({
  page,
  segue,
}) => {
  const ticket = await newTicket(page, segue, { subject: 'Wobbly gramophone' })
  const { id, number } = ticket
  await write(page, segue, id, 'The supplier keeps the turntable until Friday.')
  await openPalette(page)
  await field(page).pressSequentially('turntab', { delay: 30 })
  const found = option(page, 'Tickets', /Wobbly gramophone/)
  await expect(found).toBeVisible()
  await expect(found.getByText('turntab', { exact: true })).toHaveCSS('font-weight', '600')
  await expect(found).toContainText('The supplier keeps the turntable')
  await expect(found).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`ticket=${id}`))
  await expect(pane(page, ticket.subject)).toContainText('turntable')

  await page.keyboard.press('Control+k')
  await expect(option(page, 'Recent', 'Wobbly gramophone')).toBeVisible()
  for (const words of [`#${number}`, id.slice(0, 8), 'gramofone', 'gramophnoe', 'robin.vale@exam']) {
    await field(page).fill(words)
    await expect(option(page, 'Tickets', /Wobbly gramophone/).first(), words).toBeVisible()
  }
})

test('[T10] arrows, Home and End move, Escape closes and gives the focus back, sections and settings are found with a slip', async ({
  page,
}) => {
  await page.goto('/admin?section=tickets')
  const search = page.getByRole('searchbox', { name: 'Search tickets' })
  await search.focus()
  await page.keyboard.press('Control+k')
  const selected = results(page).getByRole('option', { selected: true })
  const first = await selected.textContent()
  await page.keyboard.press('ArrowDown')
  await expect(selected).not.toHaveText(first ?? '')
  await page.keyboard.press('End')
  await expect(selected).toHaveText('Billing')
  await page.keyboard.press('ArrowDown')
  await expect(selected).toHaveText(first ?? '')
  await page.keyboard.press('ArrowUp')
  await expect(selected).toHaveText('Billing')
  await page.keyboard.press('Home')
  await expect(selected).toHaveText(first ?? '')
  await page.keyboard.press('Escape')
  await expect(field(page)).toBeHidden()
  await expect(search).toBeFocused()

  await page.keyboard.press('Control+k')
  await field(page).fill('anlaytics')
  await expect(option(page, 'Go to', 'Analytics')).toBeVisible()
  await field(page).fill('holidays')
  await option(page, 'Settings', /Holidays/).click()
  await expect(page).toHaveURL(/section=settings.*tab=sla/)
})

test('[T10] says what was searched where nothing is found, and what to do where the search fails', async ({ page }) => {
  await openPalette(page)
  await field(page).fill('zzqxv nothing')
  await expect(page.getByText('Nothing found for “zzqxv nothing”')).toBeVisible()
  await expectAccessible(page)
  await page.route('**/api/search?**', (route) => route.abort())
  await field(page).fill('lantern fault')
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible({ timeout: 20_000 })
  await page.unroute('**/api/search?**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeHidden()
})

test('[T10] an older answer that comes late does not replace the newer one', async ({ page, segue }) => {
  await newTicket(page, segue, { subject: 'Early harpsichord' })
  await newTicket(page, segue, { subject: 'Late clavichord' })
  await openPalette(page)
  let answerFirst = () => {}
  const isHeld = new Promise<void>((resolve) => {
    answerFirst = resolve
  })
  await page.route('**/api/search?words=harpsichord', async (route) => {
    await isHeld
    await route.continue().catch(() => undefined)
  })
  await field(page).fill('harpsichord')
  await page.waitForRequest('**/api/search?words=harpsichord')
  await field(page).fill('clavichord')
  await expect(option(page, 'Tickets', /Late clavichord/)).toBeVisible()
  answerFirst()
  await page.waitForTimeout(300)
  await expect(option(page, 'Tickets', /Late clavichord/)).toBeVisible()
  await expect(option(page, 'Tickets', /Early harpsichord/)).toHaveCount(0)
})

test('[T10] the list finds a ticket by a word of a message while it is typed, and with a slip', async ({
  page,
  segue,
}) => {
  const { id } = await newTicket(page, segue, { subject: 'Silent metronome' })
  await write(page, segue, id, 'The mainspring snapped.')
  await page.goto('/admin?section=tickets')
  const search = page.getByRole('searchbox', { name: 'Search tickets' })
  for (const words of ['mainspr', 'mainsprings', 'mianspring']) {
    await search.fill(words)
    await expect(rows(page).getByRole('link')).toHaveCount(1)
    await expect(rows(page).getByRole('link')).toContainText('Silent metronome')
    await search.fill('')
  }
})

test('[T10] the palette with results is accessible in both themes and fits a phone', async ({ page, segue }) => {
  await newTicket(page, segue, {
    subject: 'A ukulele with a very long subject that does not fit into one line of a phone',
  })
  await openPalette(page)
  await field(page).fill('ukulele')
  await expect(option(page, 'Tickets', /ukulele/)).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(option(page, 'Tickets', /ukulele/)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await expectAccessible(page)
})
