import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from './accessibility.ts'
import { headers, newTicket, openDesk, pane, readTicket, type Ticket } from './desk.ts'
import { picture } from './picture.ts'
import { expect, memberOf, type Segue, signIn, test } from './segue.ts'

/** A member of the first demo business other than the owner, and their id. */
async function agentOf(page: Page, segue: Segue): Promise<{ id: string; name: string }> {
  const { email } = memberOf(segue, 'agent')
  const { members } = (await (await page.request.get(`${segue.url}/api/team`)).json()) as {
    members: { id: string; name: string; email: string }[]
  }
  const found = members.find((one) => one.email === email)
  if (!found) throw new Error('the agent is not in the team')
  return found
}

async function assign(page: Page, segue: Segue, ticket: Ticket, assigneeId: string): Promise<void> {
  const { ticket: now } = await readTicket(page, segue, ticket.id)
  const answer = await page.request.post(`${segue.url}/api/tickets/${ticket.id}/assignee`, {
    headers: headers(segue),
    data: { version: now.version, assigneeId },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** Counts the tones that the pages of a browser play. */
const countTones = (page: Page) =>
  page.addInitScript(() => {
    const Real = window.AudioContext
    window.AudioContext = class extends Real {
      constructor() {
        super()
        localStorage.setItem('tones', String(Number(localStorage.getItem('tones') ?? 0) + 1))
      }
    }
  })
const tones = (page: Page) => page.evaluate(() => Number(localStorage.getItem('tones') ?? 0))

const bell = (page: Page) => page.getByRole('button', { name: /^Alerts/ })
const list = (page: Page) => page.getByRole('dialog', { name: 'Alerts' })
const markAll = (page: Page, segue: Segue) =>
  page.request.post(`${segue.url}/api/alerts/read`, {
    headers: headers(segue),
    data: { until: new Date(Date.now() + 60_000).toISOString() },
  })

test('[T4] an assigned ticket is announced by a toast, one tone in all tabs, the title and the bell; opening it reads it everywhere', async ({
  page,
  segue,
  secondPage: other,
}) => {
  await signIn(page, segue)
  const agent = await agentOf(page, segue)
  await signIn(other, segue, memberOf(segue, 'agent'))
  await markAll(other, segue)
  await countTones(other)
  await other.goto('/admin?section=customers')
  const tab = await other.context().newPage()
  await countTones(tab)
  await tab.goto('/admin?section=overview')
  for (const one of [tab, other]) {
    await expect(bell(one)).toBeVisible()
    // A page on which nobody clicked may play nothing.
    await one.getByRole('heading', { level: 1 }).click()
  }
  const ticket = await newTicket(page, segue, { subject: 'Announced everywhere' })
  await assign(page, segue, ticket, agent.id)
  const toast = other.getByRole('region', { name: 'New alerts' })
  await expect(toast.getByRole('link', { name: 'A ticket was assigned to you' })).toBeVisible()
  await expect(toast).toContainText(`#${ticket.number} Announced everywhere`)
  await expect(other).toHaveTitle(/^\(1\) /)
  await expect(tab).toHaveTitle(/^\(1\) /)
  await expect(bell(tab)).toHaveAccessibleName('Alerts, 1 unread')
  await expect.poll(() => tones(other)).toBe(1)
  await toast.getByRole('link').click()
  await expect(pane(other, ticket.subject)).toBeVisible()
  for (const one of [other, tab]) {
    await expect(one).toHaveTitle(/^(?!\()/)
    await expect(bell(one)).toHaveAccessibleName('Alerts')
  }
  // Both tabs have handled the event by now.
  expect(await tones(other)).toBe(1)
})

test('[T4] the list of alerts is operated by keyboard, shows what is unread, and returns the focus to the bell', async ({
  page,
  segue,
  secondPage: other,
}, info) => {
  await signIn(page, segue)
  const agent = await agentOf(page, segue)
  await openDesk(other, segue, memberOf(segue, 'agent'), '/admin?section=tickets')
  await markAll(other, segue)
  const tickets = [
    await newTicket(page, segue, { subject: 'First in the list' }),
    await newTicket(page, segue, { subject: 'Second in the list' }),
  ]
  for (const ticket of tickets) await assign(page, segue, ticket, agent.id)
  await expect(bell(other)).toHaveAccessibleName('Alerts, 2 unread')
  await bell(other).focus()
  await other.keyboard.press('Enter')
  await expect(list(other).getByRole('listitem').first()).toContainText('Second in the list')
  await expectAccessibleInBothThemes(other)
  await picture(other, info, 'alerts')
  await other.keyboard.press('Escape')
  await expect(list(other)).toBeHidden()
  await expect(bell(other)).toBeFocused()
  await other.keyboard.press('Enter')
  const first = list(other).getByRole('listitem').first()
  await first.getByRole('button', { name: 'Mark as read' }).focus()
  await other.keyboard.press('Enter')
  await expect(bell(other)).toHaveAccessibleName('Alerts, 1 unread')
  await list(other).getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(other)).toHaveAccessibleName('Alerts')
  await first.getByRole('link').focus()
  await other.keyboard.press('Enter')
  await expect(pane(other, 'Second in the list')).toBeVisible()
  await other.setViewportSize({ width: 390, height: 844 })
  await other.goto('/admin?section=overview')
  await bell(other).click()
  await expect(list(other).getByRole('listitem').first()).toBeVisible()
  await expectAccessibleInBothThemes(other)
  await picture(other, info, 'alerts-phone')
})

test('[T5] a ticket that a member looks at is announced to them by nothing', async ({
  page,
  segue,
  secondPage: other,
}) => {
  await signIn(page, segue)
  const agent = await agentOf(page, segue)
  const ticket = await newTicket(page, segue, { subject: 'Looked at' })
  await openDesk(other, segue, memberOf(segue, 'agent'), `/admin?section=tickets&ticket=${ticket.id}`)
  await markAll(other, segue)
  await page.goto(`/admin?section=tickets&ticket=${ticket.id}`)
  await expect(page.getByText('Priya Nair is looking at this ticket')).toBeVisible()
  await assign(page, segue, ticket, agent.id)
  const next = await newTicket(page, segue, { subject: 'Somewhere else' })
  await assign(page, segue, next, agent.id)
  await expect(bell(other)).toHaveAccessibleName('Alerts, 1 unread')
  await bell(other).click()
  await expect(list(other).getByRole('listitem').first()).toContainText('Somewhere else')
  await expect(list(other).getByText('Looked at')).toHaveCount(0)
})
