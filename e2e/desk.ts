import type { Page } from '@playwright/test'
import { expect, type Segue, type SignInOf, signIn } from './segue.ts'

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
