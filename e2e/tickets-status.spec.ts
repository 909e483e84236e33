import type { Route } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { headers, newTicket, openDesk, pane, readTicket, rowOf, toast } from './desk.ts'
import { expect, memberOf, signIn, test } from './segue.ts'

test.beforeEach(async ({ page, segue }) => {
  // Wide enough for the side panel.
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, segue)
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
  await expect(open.getByText('Maya Thornton Status: In Progress → Resolved')).toBeVisible()
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

for (const isMine of [false, true]) {
  test(`[T7] a concurrent change of a ticket opens a dialog, and ${isMine ? 'mine' : 'theirs'} is stored when chosen`, async ({
    page,
    segue,
    secondPage: other,
  }) => {
    const ticket = await newTicket(page, segue, { subject: `Both at once ${isMine}` })
    const path = `**/api/tickets/${ticket.id}/take`
    await page.goto(`/admin?section=tickets&ticket=${ticket.id}`)
    const open = pane(page, ticket.subject)
    // Another member's change is stored while the request is under way.
    await openDesk(other, segue, memberOf(segue, 'agent'))
    const changed = async () => {
      const answer = await other.request.patch(`${segue.url}/api/tickets/${ticket.id}`, {
        headers: headers(segue),
        data: { version: ticket.version, priority: 'high' },
      })
      expect(answer.status()).toBe(200)
    }
    const changeMeanwhile = async (route: Route) => {
      await changed()
      await route.continue()
    }
    await page.route(path, changeMeanwhile, { times: 1 })
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
  })
}
