import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from './accessibility.ts'
import { headers, newTicket, pane, readTicket, rows } from './desk.ts'
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

test('[T10] a hit in a message opens the ticket at that message and marks it', async ({ page, segue }) => {
  const ticket = await newTicket(page, segue, { subject: 'Long-winded bassoon' })
  await write(page, segue, ticket.id, 'The crook is bent at its cork.')
  for (let n = 0; n < 25; n += 1)
    await write(page, segue, ticket.id, `Line ${n}\n${'More about the reed.\n'.repeat(6)}`)
  await openPalette(page)
  await field(page).fill('crook bent')
  await option(page, 'Tickets', /Long-winded bassoon/).click()
  const open = pane(page, ticket.subject)
  const found = open.getByRole('article').filter({ hasText: 'The crook is bent' })
  await expect(found).toBeFocused()
  await expect(found).toBeInViewport({ ratio: 1 })
  await expect(found).toHaveAttribute('data-named', '')
  await expect(page).not.toHaveURL(/message=/)
  // From the open ticket too, whose end is shown.
  await open.getByRole('button', { name: 'Newest message' }).click()
  await expect(found).not.toBeInViewport()
  await page.keyboard.press('Control+k')
  await field(page).fill('crook bent')
  await option(page, 'Tickets', /Long-winded bassoon/).click()
  await expect(found).toBeFocused()
  await expect(found).toBeInViewport({ ratio: 1 })
})

test('[T11] the palette applies a macro to the open ticket: a text goes into the reply, actions alone are carried out', async ({
  page,
  segue,
}) => {
  const macro = (name: string, body: string, actions: object[]) =>
    page.request.post(`${segue.url}/api/macros`, {
      headers: headers(segue),
      data: { id: crypto.randomUUID(), name, body, actions, isShared: true },
    })
  await macro('Oboe is sent', 'Hi {{customer.first_name|there}}, your oboe is sent.', [
    { type: 'add_tag', tag: 'sent' },
  ])
  await macro('Oboe is urgent', '', [{ type: 'set_priority', priority: 'urgent' }])
  const ticket = await newTicket(page, segue, { subject: 'Silent oboe' })
  await openPalette(page)
  await field(page).fill('oboe is')
  await expect(option(page, 'Macros', 'Oboe is sent')).toHaveCount(0)
  await page.goto(`/admin?section=tickets&ticket=${ticket.id}`)
  const open = pane(page, ticket.subject)
  await expect(open.getByText('It wobbles since Monday.')).toBeVisible()
  await page.keyboard.press('Control+k')
  await field(page).fill('oboe is sent')
  await option(page, 'Macros', 'Oboe is sent').click()
  const reply = open.getByRole('textbox', { name: 'Reply' })
  await expect(reply).toHaveValue('Hi Robin, your oboe is sent.')
  await expect(reply).toBeFocused()
  await expect(open.getByText(/^When you send it: .*sent/)).toBeVisible()
  await page.keyboard.press('Control+k')
  await field(page).fill('oboe is urg')
  await expect(option(page, 'Macros', 'Oboe is urgent')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await readTicket(page, segue, ticket.id)).ticket.priority).toBe('urgent')
  await expect(reply).toHaveValue('Hi Robin, your oboe is sent.')
})

test('[T10] “Invite a member” in the palette opens the invitation itself', async ({ page }) => {
  await openPalette(page)
  await field(page).fill('invite')
  await option(page, 'Do', 'Invite a member').click()
  const dialog = page.getByRole('dialog', { name: 'Invite' })
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/tab=team$/)
})

test('[T10] the palette’s box stands over the page in its own width, and the page is still seen behind it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openPalette(page)
  const palette = page.getByRole('dialog', { name: 'Search or jump to' })
  const box = await palette.boundingBox()
  expect(box?.width).toBe(640)
  expect(box?.y).toBeGreaterThan(50)
  expect(box?.height).toBeLessThan(800)
  // Beside the box nothing of the palette hides the page: what lies over it is transparent or its scrim.
  const covers = await page.evaluate(() =>
    [
      [40, 450],
      [1400, 450],
      [720, 20],
    ].flatMap(([x, y]) => {
      const all = document.elementsFromPoint(x ?? 0, y ?? 0)
      return all
        .slice(
          0,
          Math.max(
            0,
            all.findIndex((one) => document.getElementById('root')?.contains(one)),
          ),
        )
        .map((one) => getComputedStyle(one).backgroundColor)
    }),
  )
  expect(covers.length).toBeGreaterThan(0)
  for (const colour of covers) expect(colour).toMatch(/^rgba\(.* (0|0?\.\d+)\)$/)
})
