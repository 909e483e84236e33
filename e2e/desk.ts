import type { Page } from '@playwright/test'
import { expect, memberOf, type Segue, type SignInOf, signIn } from './segue.ts'

/** A member's screens of tickets, and the same tickets over HTTP. */

export type Ticket = { id: string; subject: string; number: number; version: number; status: string }

export type Detail = {
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

export const headers = (segue: Segue) => ({ origin: segue.url })

/** Signs a member in and opens the tickets. */
export async function openDesk(
  page: Page,
  segue: Segue,
  member: SignInOf,
  path = '/admin?section=tickets',
): Promise<void> {
  await signIn(page, segue, member)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: 'Tickets' })).toBeVisible()
}

export async function newTicket(page: Page, segue: Segue, more: Record<string, string> = {}): Promise<Ticket> {
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

export async function readTicket(page: Page, segue: Segue, id: string): Promise<Detail> {
  const answer = await page.request.get(`${segue.url}/api/tickets/${id}`)
  return (await answer.json()) as Detail
}

export type Row = Ticket & { customerName: string; isEscalatedByAi: boolean }

/** A demo ticket that matches; the demo data is random. */
export async function someTicket(
  page: Page,
  segue: Segue,
  query: string,
  fits: (row: Row) => boolean | Promise<boolean>,
): Promise<Row> {
  const { items } = (await (await page.request.get(`${segue.url}/api/tickets?${query}`)).json()) as { items: Row[] }
  for (const row of items) if (await fits(row)) return row
  throw new Error(`no such ticket among ${items.length}`)
}

export const rows = (page: Page) => page.getByRole('list', { name: 'Tickets' })
export const rowOf = (page: Page, subject: string) => rows(page).getByRole('link', { name: subject })
export const pane = (page: Page, subject: string) => page.getByRole('region', { name: `Ticket: ${subject}` })
export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text)

/** The ticket, opened, with its composer. */
export async function openTicket(page: Page, segue: Segue, subject: string) {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openDesk(page, segue, memberOf(segue))
  const ticket = await newTicket(page, segue, { subject })
  await page.goto(`/admin?section=tickets&ticket=${ticket.id}`)
  const open = pane(page, ticket.subject)
  return { ticket, open, reply: open.getByRole('textbox', { name: 'Reply' }), thread: open.getByRole('log') }
}

/** The bodies of a ticket's messages with a word, as the server has them. */
export async function storedWith(page: Page, segue: Segue, ticket: Ticket, word: string): Promise<string[]> {
  const { thread } = (await readTicket(page, segue, ticket.id)) as unknown as {
    thread: { messages: { body: string }[] }
  }
  return thread.messages.map(({ body }) => body).filter((body) => body.includes(word))
}
