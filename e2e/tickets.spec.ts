import type { Browser, Page, Route } from '@playwright/test'
import { timeBound } from '#test/time-bound.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './accessibility.ts'
import { answered, composerOf, escalate, logOf, openChat, say, unique } from './customer.ts'
import { expect, memberOf, type Segue, type SignInOf, signIn, test } from './segue.ts'

type Ticket = { id: string; subject: string; number: number; version: number; status: string }

type Detail = {
  ticket: Ticket & {
    resolvedAt: string | null
    assignee: { name: string } | null
    tags: string[]
    priority: string
    category: string
    rating: number | null
  }
  customer: { recentTickets: { subject: string }[] }
  activity: { action: string; actorName: string; at: string }[]
}

const headers = (segue: Segue) => ({ origin: segue.url })

/** A second user in a separate browser context. */
async function desk(browser: Browser, segue: Segue, member: SignInOf, path = '/admin?section=tickets'): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: segue.url })).newPage()
  await signIn(page, segue, member)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: 'Tickets' })).toBeVisible()
  return page
}

async function newTicket(page: Page, segue: Segue, more: Record<string, string> = {}): Promise<Ticket> {
  const answer = await page.request.post(`${segue.url}/api/tickets`, {
    headers: headers(segue),
    data: {
      id: crypto.randomUUID(),
      subject: 'Wheel is out of true',
      description: 'It wobbles since Monday.',
      customerName: 'Robin Vale',
      customerEmail: 'robin.vale@example.org',
      ...more,
    },
  })
  expect(answer.status()).toBe(201)
  return (await answer.json()) as Ticket
}

async function readTicket(page: Page, segue: Segue, id: string): Promise<Detail> {
  const answer = await page.request.get(`${segue.url}/api/tickets/${id}`)
  return (await answer.json()) as Detail
}

type Row = Ticket & { customerName: string; isEscalatedByAi: boolean }

/** A demo ticket that fits, whatever the random demo data is. */
async function someTicket(
  page: Page,
  segue: Segue,
  query: string,
  fits: (row: Row) => boolean | Promise<boolean>,
): Promise<Row> {
  const { items } = (await (await page.request.get(`${segue.url}/api/tickets?${query}`)).json()) as { items: Row[] }
  for (const row of items) if (await fits(row)) return row
  throw new Error(`no such ticket among ${items.length}`)
}

const rows = (page: Page) => page.getByRole('list', { name: 'Tickets' })
const rowOf = (page: Page, subject: string) => rows(page).getByRole('link', { name: subject })
const pane = (page: Page, subject: string) => page.getByRole('region', { name: `Ticket: ${subject}` })
const toast = (page: Page, text: string | RegExp) => page.getByRole('region', { name: 'Notifications' }).getByText(text)
test.beforeEach(async ({ page, segue }) => signIn(page, segue))

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

test('[T1] Refresh Tickets shows for 3 seconds how many tickets were loaded', async ({ browser, segue }) => {
  // Playwright's clock applies to the whole context.
  const page = await desk(browser, segue, memberOf(segue), '/admin?section=tickets')
  await page.clock.install()
  await page.reload()
  await expect(rows(page).getByRole('link').first()).toBeVisible()
  await page.getByRole('button', { name: 'Refresh Tickets' }).click()
  const said = toast(page, /^Refreshed \d+ tickets successfully!$/)
  await expect(said).toBeVisible()
  await page.clock.runFor(2000)
  await expect(said).toBeVisible()
  await page.clock.runFor(2000)
  await expect(said).toBeHidden()
  await page.context().close()
})

test('[T1] a ticket opens beside the list with its details, and stays open after a reload', async ({ page, segue }) => {
  await page.goto('/admin?section=tickets')
  const { subject, number, customerName } = await someTicket(page, segue, 'status=in-progress', () => true)
  await page.getByRole('searchbox', { name: 'Search tickets' }).fill(`#${number}`)
  await rowOf(page, subject).click()
  await expect(pane(page, subject)).toBeVisible()
  const panel = page.getByRole('region', { name: 'Details', exact: true })
  await expect(panel.getByRole('heading', { name: customerName })).toBeVisible()
  await expect(panel.getByText(/^#[0-9A-F]{8}$/)).toBeVisible()
  await page.reload()
  await expect(pane(page, subject)).toBeVisible()
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
  // A requested page is not yet rendered: scrolls until the end of the last one is reached.
  await expect(async () => {
    await rows(page).evaluate((list) => list.parentElement?.scrollTo(0, list.scrollHeight))
    await expect(rowOf(page, 'Ticket number 1999').first()).toBeVisible({ timeout: 100 })
  }).toPass({ timeout: 60_000 })
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

test('[T2] take, wait, resolve, close and reopen each show a confirmation, are stored, and log actor and time', async ({
  page,
  segue,
}) => {
  const ticket = await newTicket(page, segue, { subject: 'Through all states' })
  await page.goto(`/admin?section=tickets&ticket=${ticket.id}`)
  const open = pane(page, ticket.subject)
  await open.getByRole('button', { name: 'Take Ticket' }).click()
  await expect(toast(page, 'Ticket status updated to in-progress')).toBeVisible()
  await expect(open.getByRole('button', { name: /^Assignee: Maya/ })).toBeVisible()
  await open.getByRole('button', { name: 'Waiting' }).click()
  await expect(toast(page, 'Ticket status updated to waiting')).toBeVisible()
  await open.getByRole('button', { name: 'Mark Resolved' }).click()
  await expect(toast(page, 'Ticket status updated to resolved')).toBeVisible()
  expect((await readTicket(page, segue, ticket.id)).ticket.resolvedAt).not.toBeNull()
  await open.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(toast(page, 'Ticket status updated to closed')).toBeVisible()
  await open.getByRole('button', { name: 'Reopen' }).click()
  await expect(toast(page, 'Ticket status updated to open')).toBeVisible()
  await open.getByRole('button', { name: 'Take Ticket' }).click()
  await open.getByRole('button', { name: 'Resolve', exact: true }).click()
  await expect(open.getByRole('button', { name: 'Reopen' })).toBeVisible()

  const { ticket: now, activity } = await readTicket(page, segue, ticket.id)
  expect(now.status).toBe('resolved')
  const steps = activity.filter((entry) => entry.action.startsWith('Ticket status updated to '))
  expect(steps.length).toBe(7)
  expect(steps.every((entry) => entry.actorName === 'Maya Thornton' && entry.at)).toBe(true)
  await expect(
    page.getByRole('region', { name: 'Details', exact: true }).getByText('Ticket status updated to resolved').first(),
  ).toBeVisible()
})

test('[T2] a failed status change keeps the old status and shows an error', async ({ page, segue }) => {
  const ticket = await newTicket(page, segue, { subject: 'Step that fails' })
  await page.route(`**/api/tickets/${ticket.id}/take`, (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'x', requestId: 'r' } } }),
  )
  await page.goto(`/admin?section=tickets&ticket=${ticket.id}`)
  await page.getByRole('button', { name: 'Take Ticket' }).click()
  await expect(toast(page, 'Failed to update ticket status. Please try again.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Take Ticket' })).toBeVisible()
})

test('[T3] only a finished ticket can be deleted, after a warning that it is permanent', async ({ page, segue }) => {
  const ticket = await newTicket(page, segue, { subject: 'To be deleted' })
  await page.goto(`/admin?section=tickets&ticket=${ticket.id}`)
  const open = pane(page, ticket.subject)
  await open.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await open.getByRole('button', { name: 'Take Ticket' }).click()
  await open.getByRole('button', { name: 'Resolve', exact: true }).click()
  const askDelete = async () => {
    await open.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
  }
  await askDelete()
  const question = page.getByRole('dialog', { name: `Delete ticket #${ticket.number}?` })
  await expect(question).toContainText('permanent and cannot be undone')
  await expect(question).toContainText('To be deleted')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(open).toBeVisible()

  await page.route(`**/api/tickets/${ticket.id}`, (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  )
  await askDelete()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Failed to delete ticket. Please try again.')).toBeVisible()
  await page.unroute(`**/api/tickets/${ticket.id}`)
  await askDelete()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Ticket deleted successfully')).toBeVisible()
  await expect(rowOf(page, ticket.subject)).toHaveCount(0)
  expect((await page.request.get(`${segue.url}/api/tickets/${ticket.id}`)).status()).toBe(404)
})

test('[T4] each ticket that another member creates is in every open list within a second, and a change follows', async ({
  page,
  segue,
  browser,
}) => {
  await page.goto('/admin?section=tickets')
  await expect(rows(page).getByRole('link').first()).toBeVisible()
  const other = await desk(browser, segue, memberOf(segue, 'agent'))
  const delaysMs: number[] = []
  for (const subject of ['Seen everywhere at once', 'Seen everywhere again', 'Seen everywhere once more']) {
    const ticket = await newTicket(other, segue, { subject })
    const since = performance.now()
    await expect(rowOf(page, ticket.subject)).toBeVisible()
    await expect(rowOf(other, ticket.subject)).toBeVisible()
    delaysMs.push(performance.now() - since)
  }
  // The bound applies to the slowest.
  expect(Math.max(...delaysMs), String(delaysMs)).toBeLessThan(timeBound(1000))
  const ticket = await newTicket(other, segue, { subject: 'Changed elsewhere' })
  await rowOf(other, ticket.subject).click()
  await other.getByRole('button', { name: 'Take Ticket' }).click()
  await expect(rowOf(page, ticket.subject).getByRole('img', { name: 'In Progress' })).toBeVisible()
  await other.context().close()
})

test('[T4] while the live stream is lost a banner says so and polling finds tickets; after it resumes tickets come live', async ({
  page,
  segue,
  browser,
}) => {
  let isCut = true
  await page.route('**/api/stream', (route) => (isCut ? route.abort() : route.continue()))
  await page.goto('/admin?section=tickets')
  await expect(page.getByText('Live updates are interrupted.')).toBeVisible()
  const other = await desk(browser, segue, memberOf(segue, 'agent'))
  const polled = await newTicket(other, segue, { subject: 'Found by asking again' })
  await expect(rowOf(page, polled.subject)).toBeVisible({ timeout: 7000 })
  isCut = false
  await expect(page.getByText('Live updates are interrupted.')).toBeHidden({ timeout: 25_000 })
  const live = await newTicket(other, segue, { subject: 'Live once more' })
  // Sooner than the next poll would show it.
  await expect(rowOf(page, live.subject)).toBeVisible({ timeout: 4000 })
  await other.context().close()
})

test('[T5] reply, note and attachment; drafts stay; a failed message keeps its text', async ({ page, segue }) => {
  const ticket = await newTicket(page, segue, { subject: 'Words of all kinds' })
  await page.goto(`/admin?section=tickets&ticket=${ticket.id}`)
  const open = pane(page, ticket.subject)
  await expect(open.getByText('It wobbles since Monday.')).toBeVisible()
  await page.keyboard.press('r')
  const reply = open.getByRole('textbox', { name: 'Reply' })
  await expect(reply).toBeFocused()
  await expect(open.getByText('To Robin Vale by e-mail to robin.vale@example.org')).toBeVisible()
  await reply.fill('First line')
  await page.keyboard.press('Enter')
  await page.keyboard.type('second line')
  await page.reload()
  await expect(reply).toHaveValue('First line\nsecond line')
  await reply.focus()
  await page.keyboard.press('Control+Enter')
  await expect(reply).toHaveValue('')
  const thread = open.getByRole('log')
  await expect(thread.getByRole('article', { name: 'Maya Thornton' })).toContainText('second line')

  await open.getByRole('tab', { name: 'Internal note' }).click()
  await expect(open.getByText('Only your team sees this')).toBeVisible()
  await open
    .locator('input[type=file]')
    .setInputFiles([{ name: 'spokes.txt', mimeType: 'text/plain', buffer: Buffer.from('32 spokes') }])
  await expect(open.getByRole('button', { name: 'Remove spokes.txt' })).toBeVisible()
  await open.getByRole('textbox', { name: 'Internal note' }).fill('Order spokes')
  await open.getByRole('button', { name: 'Add note' }).click()
  const download = thread.getByRole('link', { name: 'Download spokes.txt' })
  await expect(download).toBeVisible()
  const file = await page.request.get(`${segue.url}${await download.getAttribute('href')}`)
  expect(await file.text()).toBe('32 spokes')

  await page.route(`**/api/tickets/${ticket.id}/messages`, (route) => route.abort())
  await open.getByRole('tab', { name: 'Reply' }).click()
  await reply.fill('Does this arrive?')
  await open.getByRole('button', { name: 'Send' }).click()
  await expect(thread.getByText('Not sent.')).toBeVisible()
  await expect(thread.getByText('Does this arrive?')).toBeVisible()
  await page.reload()
  await page.unroute(`**/api/tickets/${ticket.id}/messages`)
  await thread.getByRole('button', { name: 'Retry' }).click()
  await expect(thread.getByText('Not sent.')).toBeHidden()
  await expect(thread.getByText('Does this arrive?')).toHaveCount(1)
})

test('[T5] assignee, priority, category and tags are edited in place; the side panel shows the customer', async ({
  page,
  segue,
}) => {
  const ticket = await newTicket(page, segue, { subject: 'Properties in place' })
  await page.goto(`/admin?section=tickets&ticket=${ticket.id}`)
  const open = pane(page, ticket.subject)
  await expect(open.getByRole('button', { name: 'Assignee: Unassigned' })).toBeVisible()
  await page.keyboard.press('a')
  await page.getByRole('menuitemradio', { name: 'Priya Nair' }).click()
  await expect(open.getByRole('button', { name: 'Assignee: Priya Nair' })).toBeVisible()
  await open.getByRole('button', { name: 'Priority: Medium' }).click()
  await page.getByRole('menuitemradio', { name: 'Urgent' }).click()
  await open.getByRole('button', { name: 'Category: general' }).click()
  await open.getByRole('combobox', { name: 'Category' }).fill('workshop')
  await page.keyboard.press('Enter')
  await open.getByRole('button', { name: 'Tag', exact: true }).click()
  await open.getByRole('textbox', { name: 'New tag' }).fill('wheels')
  await page.keyboard.press('Enter')
  await expect(open.getByRole('button', { name: 'Remove the tag wheels' })).toBeVisible()
  await expect
    .poll(async () => {
      const { ticket: now } = await readTicket(page, segue, ticket.id)
      return [now.assignee?.name, now.priority, now.category, now.tags]
    })
    .toEqual(['Priya Nair', 'urgent', 'workshop', ['wheels']])
  const panel = page.getByRole('region', { name: 'Details', exact: true })
  await expect(panel.getByRole('link', { name: 'robin.vale@example.org' })).toBeVisible()
  for (const fact of ['Plan', 'First seen', 'Tickets', 'Chats', 'Average rating', 'Number', 'Came by']) {
    await expect(panel.getByText(fact, { exact: true })).toBeVisible()
  }
  const rated = await someTicket(page, segue, 'status=closed', async (row) => {
    const { ticket: one, customer } = await readTicket(page, segue, row.id)
    return row.isEscalatedByAi && one.rating !== null && customer.recentTickets.length > 0
  })
  const { ticket: known, customer } = await readTicket(page, segue, rated.id)
  await page.goto(`/admin?section=tickets&ticket=${rated.id}`)
  await expect(panel.getByText('Why a person was called')).toBeVisible()
  await expect(panel.getByRole('img', { name: new RegExp(`^${known.rating} of 5: `) })).toBeVisible()
  const before = customer.recentTickets[0]?.subject ?? ''
  await panel.getByRole('link', { name: before }).first().click()
  await expect(pane(page, before)).toBeVisible()
})

test('[T5] two members who view one ticket see each other, and who is replying', async ({ page, segue, browser }) => {
  const ticket = await newTicket(page, segue, { subject: 'Two at one ticket' })
  await page.goto(`/admin?section=tickets&ticket=${ticket.id}`)
  await expect(pane(page, ticket.subject)).toBeVisible()
  const agent = memberOf(segue, 'agent')
  const other = await desk(browser, segue, agent, `/admin?section=tickets&ticket=${ticket.id}`)
  await expect(page.getByText('Priya Nair is looking at this ticket')).toBeVisible()
  await expect(other.getByText('Maya Thornton is looking at this ticket')).toBeVisible()
  await other.keyboard.press('r')
  await other.keyboard.type('I have it')
  await expect(page.getByText('Priya Nair is replying...')).toBeVisible()
  await other.keyboard.press('Control+Enter')
  await expect(page.getByRole('article', { name: 'Priya Nair' })).toContainText('I have it')
  await other.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByText('Priya Nair is looking at this ticket')).toBeHidden()
  await other.context().close()
})

for (const isMine of [false, true]) {
  test(`[T7] a concurrent change of a ticket opens a dialog, and ${isMine ? 'mine' : 'theirs'} is stored when chosen`, async ({
    page,
    segue,
    browser,
  }) => {
    const ticket = await newTicket(page, segue, { subject: `Both at once ${isMine}` })
    const path = `**/api/tickets/${ticket.id}/take`
    await page.goto(`/admin?section=tickets&ticket=${ticket.id}`)
    const open = pane(page, ticket.subject)
    // Another member's change is stored while the request is under way.
    const other = await desk(browser, segue, memberOf(segue, 'agent'))
    const changed = async () => {
      const answer = await other.request.patch(`${segue.url}/api/tickets/${ticket.id}`, {
        headers: headers(segue),
        data: { version: ticket.version, priority: 'high' },
      })
      expect(answer.status()).toBe(200)
    }
    const meddle = async (route: Route) => {
      await changed()
      await route.continue()
    }
    await page.route(path, meddle, { times: 1 })
    await open.getByRole('button', { name: 'Take Ticket' }).click()
    const question = page.getByRole('dialog', { name: 'This ticket has changed' })
    await expect(question).toContainText('Priya Nair changed ticket')
    await expect(question).toContainText(/Priority\s*Medium\s*→\s*High/)
    await expect(question).toContainText(/Status\s*Open\s*→\s*In Progress/)
    await expectAccessible(page)
    await question.getByRole('button', { name: isMine ? 'Apply mine anyway' : 'Keep theirs' }).click()
    await expect(question).toBeHidden()
    await expect(open.getByRole('button', { name: 'Priority: High' })).toBeVisible()
    await expect
      .poll(async () => (await readTicket(page, segue, ticket.id)).ticket.status)
      .toBe(isMine ? 'in-progress' : 'open')
    expect((await readTicket(page, segue, ticket.id)).ticket.priority).toBe('high')
    await other.context().close()
  })
}

test('[T8] without tickets, Refresh creates two demo tickets, which are labelled, not counted, and removed in one action', async ({
  browser,
  segue,
}) => {
  const page = await desk(browser, segue, memberOf(segue, 'owner', 2))
  await removeAllTickets(page, segue)
  await page.reload()
  await expect(page.getByText('No tickets yet')).toBeVisible()
  await page.getByRole('button', { name: 'Refresh Tickets' }).click()
  await expect(toast(page, 'Created demo tickets for testing')).toBeVisible()
  await expect(rows(page).getByRole('link')).toHaveCount(2)
  await expect(rows(page).getByText('Sample', { exact: true })).toHaveCount(2)
  await page.getByRole('button', { name: 'Refresh Tickets' }).click()
  await expect(toast(page, 'Refreshed 2 tickets successfully!')).toBeVisible()
  await page.getByRole('button', { name: 'Remove demo tickets' }).click()
  await expect(toast(page, 'Removed 2 demo tickets')).toBeVisible()
  await expect(page.getByText('No tickets yet')).toBeVisible()
  await page.context().close()
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

test('[H5] typing and read states are shown on both sides', async ({ page, segue, browser }) => {
  const customer = await (await browser.newContext({ baseURL: segue.url })).newPage()
  const subject = unique('Signs both ways')
  await openChat(customer)
  await say(customer, 'My chain jumps on the smallest sprocket')
  await answered(customer, /./)
  await escalate(customer, subject)
  await page.goto('/admin?section=tickets')
  await rowOf(page, subject).click()
  const open = pane(page, subject)
  await expect(open.getByText('To Ada Park in the chat window and by e-mail')).toBeVisible()
  await composerOf(customer).pressSequentially('Are you')
  await expect(open.getByText('Ada Park is typing...')).toBeVisible()
  await open.getByRole('textbox', { name: 'Reply' }).pressSequentially('I am here')
  await expect(customer.getByText('Maya Thornton is typing...')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(logOf(customer).getByText('I am here')).toBeVisible()
  await expect(open.getByRole('log').getByText('Seen')).toBeVisible()
  await open.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Hand back to AI' }).click()
  await expect(open.getByText('Maya Thornton handed the chat back to the assistant')).toBeVisible()
  await expect(open.getByText('The assistant answers this chat. Your reply takes over.')).toBeVisible()
  await customer.context().close()
})

test('the desk is operated by keyboard: move, open, write, note, back, search, help', async ({ page, segue }) => {
  await newTicket(page, segue, { subject: 'Second by keyboard' })
  await newTicket(page, segue, { subject: 'First by keyboard' })
  await page.goto('/admin?section=tickets')
  await expect(rowOf(page, 'First by keyboard')).toBeVisible()
  await page.keyboard.press('j')
  await expect(rowOf(page, 'First by keyboard')).toBeFocused()
  await page.keyboard.press('j')
  await expect(rowOf(page, 'Second by keyboard')).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  const open = pane(page, 'First by keyboard')
  await expect(open).toBeVisible()
  await page.keyboard.press('t')
  await expect(toast(page, 'Ticket status updated to in-progress')).toBeVisible()
  await page.keyboard.press('n')
  await expect(open.getByRole('textbox', { name: 'Internal note' })).toBeFocused()
  await page.keyboard.type('jkret')
  await expect(open.getByRole('textbox', { name: 'Internal note' })).toHaveValue('jkret')
  await page.keyboard.press('Escape')
  await expect(rowOf(page, 'First by keyboard')).toBeFocused()
  await page.keyboard.press('e')
  await expect(toast(page, 'Ticket status updated to resolved')).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search tickets' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

for (const width of [1440, 1024, 390]) {
  test(`tickets have no accessibility violation, light and dark, ${width} px`, async ({ page, segue }) => {
    const wrong: string[] = []
    page.on('console', (line) => line.type() === 'error' && wrong.push(line.text()))
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const { subject } = await someTicket(page, segue, 'status=closed', (row) => row.isEscalatedByAi)
    await page.goto('/admin?section=tickets&status=closed')
    await expect(rows(page).getByRole('link').first()).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.getByRole('searchbox', { name: 'Search tickets' }).fill(subject)
    await rowOf(page, subject).first().click()
    const open = pane(page, subject)
    await open.getByRole('tab', { name: 'Internal note' }).click()
    await expectAccessibleInBothThemes(page)
    await open.getByRole('button', { name: 'More actions' }).click()
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByRole('dialog', { name: /Delete ticket/ })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')
    if (width < 1200) {
      await open.getByRole('button', { name: 'Details' }).click()
      await expect(page.getByRole('dialog', { name: 'Details' })).toBeVisible()
      await expectAccessibleInBothThemes(page)
      await page.keyboard.press('Escape')
    }
    if (width < 768) await open.getByRole('button', { name: 'Back to the list' }).click()
    await page.getByRole('button', { name: 'New ticket' }).click()
    await expect(page.getByRole('dialog', { name: 'New ticket' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    expect(wrong, 'console errors, the policy’s among them').toEqual([])
  })
}
