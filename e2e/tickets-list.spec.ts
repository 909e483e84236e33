import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { SLUG, unique } from './customer.ts'
import { headers, newTicket, openDesk, pane, readTicket, rowOf, rows, someTicket, type Ticket, toast } from './desk.ts'
import { expect, memberOf, type Segue, signIn, test } from './segue.ts'

test.beforeEach(async ({ page, segue }) => {
  // Wide enough for the side panel.
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, segue)
})

test('[T1] counters filter the list; filters and search are in the URL and stored', async ({ page }) => {
  await page.goto('/admin?section=tickets')
  const counters = page.getByRole('group', { name: 'How many tickets' })
  await expect(counters.getByRole('button', { name: 'Open Tickets' })).toHaveText(/^[1-9]/)
  await expect(counters.getByRole('button', { name: 'Resolved Today' })).toBeVisible()
  await counters.getByRole('button', { name: 'In Progress' }).click()
  await expect(page).toHaveURL(/status=in-progress/)
  await expect(rows(page).getByRole('img', { name: 'In Progress' }).first()).toBeVisible()
  await expect(rows(page).getByRole('img', { name: 'Open' })).toHaveCount(0)
  await counters.getByRole('button', { name: 'In Progress' }).click()
  await expect(page).not.toHaveURL(/status=/)

  await page.getByRole('button', { name: 'Priority' }).click()
  for (const name of ['All', 'Urgent', 'High', 'Medium', 'Low']) {
    await expect(page.getByRole('menuitemradio', { name, exact: true })).toBeVisible()
  }
  await page.getByRole('menuitemradio', { name: 'High', exact: true }).click()
  await expect(page).toHaveURL(/priority=high/)
  await expect(rows(page).getByRole('link').first()).toContainText('High')
  await page.getByRole('button', { name: 'Status' }).click()
  // The previous menu may still be closing.
  const statusMenu = page.getByRole('menu', { name: 'Status' })
  for (const name of ['All', 'Open', 'In Progress', 'Waiting', 'Resolved', 'Closed']) {
    await expect(statusMenu.getByRole('menuitemradio', { name, exact: true })).toBeVisible()
  }
  await page.keyboard.press('Escape')

  await page.goto('/admin?section=overview')
  await page.goto('/admin?section=tickets')
  await expect(page).toHaveURL(/priority=high/)
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page).toHaveURL('/admin?section=tickets')

  await page.keyboard.press('/')
  await page.keyboard.type('#42')
  await expect(page).toHaveURL(/search=%2342/)
  await expect(rows(page).getByRole('link')).toHaveCount(1)
  await page.getByRole('searchbox', { name: 'Search tickets' }).fill('nothing like this anywhere')
  await expect(page.getByText('No tickets match')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows(page).getByRole('link').nth(4)).toBeVisible()
})

test('[T1] Refresh Tickets shows for 3 seconds how many tickets were loaded', async ({ clockedPage: page, segue }) => {
  await openDesk(page, segue, memberOf(segue))
  await expect(rows(page).getByRole('link').first()).toBeVisible()
  await page.getByRole('button', { name: 'Refresh Tickets' }).click()
  const refreshedToast = toast(page, /^Refreshed \d+ tickets successfully!$/)
  await expect(refreshedToast).toBeVisible()
  await page.clock.runFor(2000)
  await expect(refreshedToast).toBeVisible()
  await page.clock.runFor(2000)
  await expect(refreshedToast).toBeHidden()
})

test('[T1] a ticket opens beside the list with its details, and stays open after a reload', async ({ page, segue }) => {
  await page.goto('/admin?section=tickets')
  const { subject, number, customerName } = await someTicket(page, segue, 'statuses=in-progress', () => true)
  await page.getByRole('searchbox', { name: 'Search tickets' }).fill(`#${number}`)
  await rowOf(page, subject).click()
  await expect(pane(page, subject)).toBeVisible()
  const panel = page.getByRole('region', { name: 'Details', exact: true })
  await expect(panel.getByRole('heading', { name: customerName })).toBeVisible()
  await expect(panel.getByText(/^#[0-9A-F]{8}$/)).toBeVisible()
  await page.reload()
  await expect(pane(page, subject)).toBeVisible()
})

test('[T1] the search finds a ticket by part of an email address, by the id shown on screen, and by another word ending', async ({
  page,
  segue,
}) => {
  const word = unique('dynamo').replace(' ', '')
  const email = `${word}.vale@example.org`
  const { id, subject } = await newTicket(page, segue, { subject: `Refund for ${word}`, customerEmail: email })
  await page.goto(`/admin?section=tickets&ticket=${id}`)
  const details = page.getByRole('region', { name: 'Details', exact: true })
  const shown = (await details.getByText(/^#[0-9A-F]{8}$/).textContent()) ?? ''
  const field = page.getByRole('searchbox', { name: 'Search tickets' })
  for (const search of [
    email,
    `${word}.va`,
    `vale ${word}`,
    shown,
    shown.toLowerCase().slice(1),
    id,
    `refunds ${word}`,
  ]) {
    const listed = page.waitForResponse((reply) => new URL(reply.url()).searchParams.get('words') === search)
    await field.fill(search)
    expect(((await (await listed).json()) as { items: Ticket[] }).items.map((one) => one.id)).toEqual([id])
    await expect(rows(page).getByRole('link')).toHaveCount(1)
    await expect(rowOf(page, subject)).toBeVisible()
  }
  await field.fill('')
  // The eight characters open it as a link, too.
  await page.goto(`/admin?section=tickets&ticket=${shown.slice(1)}`)
  await expect(pane(page, subject)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`ticket=${id}`))
  await page.goto('/admin?section=tickets&ticket=00000000')
  await expect(page.getByText('There is no ticket 00000000 in your business.')).toBeVisible()
})

test('[T1] the list of 2,000 tickets that a stubbed API gives loads pages of 100 on scroll and draws few rows', async ({
  page,
}) => {
  let pages = 0
  await page.route('**/api/tickets?**', async (route) => {
    const url = new URL(route.request().url())
    expect(url.searchParams.get('limit')).toBe('100')
    const from = Number(url.searchParams.get('cursor') ?? 0)
    pages += 1
    const items = Array.from({ length: 100 }, (_, at) => {
      const n = from + at
      const when = new Date(Date.UTC(2026, 10, 1) - n * 60_000).toISOString()
      return {
        id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
        number: n,
        subject: `Ticket number ${n}`,
        preview: 'words',
        status: 'open',
        priority: 'medium',
        category: 'general',
        customerName: 'Somebody',
        customerEmail: null,
        assignee: null,
        team: null,
        tags: [],
        isEscalatedByAi: false,
        isDemo: false,
        isUnread: false,
        lastMessageAt: when,
        createdAt: when,
        updatedAt: when,
      }
    })
    await route.fulfill({ json: { items, nextCursor: from + 100 < 2_000 ? String(from + 100) : null } })
  })
  await page.goto('/admin?section=tickets')
  await expect(rowOf(page, 'Ticket number 0')).toBeVisible()
  // A requested page is not yet rendered: scrolls in each frame until the end of the last one is reached.
  await rows(page).evaluate(async (list) => {
    while (!list.textContent.includes('Ticket number 1999')) {
      list.parentElement?.scrollTo(0, list.scrollHeight)
      await new Promise(requestAnimationFrame)
    }
  })
  await expect(rowOf(page, 'Ticket number 1999')).toBeVisible()
  expect(pages).toBeGreaterThanOrEqual(20)
  expect(await rows(page).getByRole('listitem').count()).toBeLessThan(60)
})

test('[T1] a failed load shows the error with Retry, the last rows, and a labelled sample', async ({ page }) => {
  await page.goto('/admin?section=tickets')
  await expect(rows(page).getByRole('link').first()).toBeVisible()
  await page.route('**/api/tickets?**', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'Something broke.', requestId: 'r1' } } }),
  )
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Something broke.')
  await expect(page.getByText('Sample', { exact: true })).toBeVisible()
  await page.unroute('**/api/tickets?**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(rows(page).getByRole('link').first()).toBeVisible()
  await expect(page.getByText('Sample', { exact: true })).toHaveCount(0)
})

test('[T8] without tickets, Refresh creates two demo tickets, which are labelled, not counted, and removed in one action', async ({
  page,
  segue,
}) => {
  const owner = memberOf(segue, 'owner', 2)
  await signIn(page, segue, owner)
  await removeAllTickets(page, segue)
  await openDesk(page, segue, owner)
  await expect(page.getByText('No tickets yet')).toBeVisible()
  await page.getByRole('button', { name: 'Refresh Tickets' }).click()
  await expect(toast(page, 'Created demo tickets for testing')).toBeVisible()
  await expect(rows(page).getByRole('link')).toHaveCount(2)
  await expect(rows(page).getByText('Demo', { exact: true })).toHaveCount(2)
  await page.getByRole('button', { name: 'Refresh Tickets' }).click()
  await expect(toast(page, 'Refreshed 2 tickets successfully!')).toBeVisible()
  await page.getByRole('button', { name: 'Remove demo tickets' }).click()
  await expect(toast(page, 'Removed 2 demo tickets')).toBeVisible()
  await expect(page.getByText('No tickets yet')).toBeVisible()
})

/** Finishes and deletes every ticket of the tenant, as members would. */
async function removeAllTickets(page: Page, segue: Segue): Promise<void> {
  const list = await page.request.get(`${segue.url}/api/tickets`)
  const { items } = (await list.json()) as { items: Ticket[] }
  const move = async (id: string, status: string) => {
    const { version } = (await readTicket(page, segue, id)).ticket
    const data = { version, status }
    await page.request.post(`${segue.url}/api/tickets/${id}/status`, { headers: headers(segue), data })
  }
  for (const { id, status } of items) {
    if (status === 'open') await move(id, 'in-progress')
    if (status !== 'resolved' && status !== 'closed') await move(id, 'resolved')
    const answer = await page.request.delete(`${segue.url}/api/tickets/${id}`, { headers: headers(segue) })
    expect(answer.status()).toBe(200)
  }
}

test('[T5] an email that a guest only typed is marked as not verified in the list, above the thread and in the panel', async ({
  page,
  segue,
}) => {
  const subject = unique('Please change my address')
  const portal = `${segue.url}/api/portal/${SLUG}`
  await page.request.post(`${portal}/guest`, { headers: headers(segue), data: {} })
  const form = { name: 'Vera Vell', email: 'vera.vell@example.org', subject, description: 'Send it elsewhere.' }
  const answer = await page.request.post(`${portal}/tickets`, {
    headers: headers(segue),
    data: { id: crypto.randomUUID(), ...form },
  })
  expect(answer.status()).toBe(201)
  const claim = 'claims vera.vell@example.org, not verified'
  await page.goto('/admin?section=tickets')
  const row = rows(page).getByRole('link', { name: subject })
  await expect(row).toContainText(claim)
  await row.click()
  await expect(page.getByRole('heading', { level: 2, name: subject })).toBeVisible()
  const note = page.getByRole('main').locator('header').getByText(claim)
  await expect(note).toBeVisible()
  // It has a line of its own and shows the whole address.
  expect(await note.evaluate((text) => text.scrollWidth - text.clientWidth)).toBeLessThanOrEqual(0)
  await expect(page.getByRole('region', { name: 'Details', exact: true }).getByText(claim)).toBeVisible()
  await expectAccessible(page)
  // What a member enters is nobody's claim.
  const { id } = await newTicket(page, segue, { subject: unique('Phoned') })
  await page.goto(`/admin?section=tickets&ticket=${id}`)
  await expect(
    page.getByRole('region', { name: 'Details', exact: true }).getByRole('link', { name: 'robin.vale' }),
  ).toBeVisible()
  await expect(page.getByText('not verified').filter({ hasText: 'robin.vale' })).toHaveCount(0)
})
