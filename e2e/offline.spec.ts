import { headers, newTicket, openDesk, openTicket, pane, readTicket, storedWith, toast } from './desk.ts'
import { expect, memberOf, test } from './segue.ts'

test('[T11] what is made offline goes out once when the connection is back: reply, note, status and tag', async ({
  page,
  segue,
  context,
  secondPage: colleague,
}) => {
  const { ticket, open, reply, thread } = await openTicket(page, segue, 'A minute offline')
  await expect(thread.getByText('It wobbles since Monday.')).toBeVisible()
  const now = () => readTicket(colleague, segue, ticket.id)
  await openDesk(colleague, segue, memberOf(segue, 'agent'))
  // What is loaded when it is first shown was shown before.
  await open.getByRole('button', { name: 'Tag', exact: true }).click()
  await expect(open.getByRole('textbox', { name: 'New tag' })).toBeFocused()
  await page.keyboard.press('Escape')
  await reply.fill('Is kept')
  await context.setOffline(true)

  await open.getByRole('region', { name: 'Conversation' }).focus()
  await page.keyboard.press('t')
  await expect(toast(page, /^No connection. The change is kept/).first()).toBeVisible()
  await expect(open.getByText('In progress').first()).toBeVisible()
  await open.getByRole('button', { name: 'Tag', exact: true }).click()
  await open.getByRole('textbox', { name: 'New tag' }).fill('offline-tag')
  await page.keyboard.press('Enter')
  await expect(open.getByText('offline-tag').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await reply.fill('Written offline')
  await reply.press('Control+Enter')
  await open.getByRole('region', { name: 'Conversation' }).focus()
  await page.keyboard.press('n')
  await page.keyboard.type('Noted offline')
  await page.keyboard.press('Control+Enter')
  await expect(thread.getByText('Waiting for a connection. It is sent by itself.').first()).toBeVisible()
  // A colleague adds a tag meanwhile: it stays.
  const { ticket: before } = await now()
  expect(before.tags).toEqual([])
  const changed = await colleague.request.patch(`${segue.url}/api/tickets/${ticket.id}`, {
    headers: headers(segue),
    data: { version: before.version, tags: ['theirs'] },
  })
  expect(changed.ok()).toBe(true)

  await context.setOffline(false)
  await expect.poll(() => storedWith(colleague, segue, ticket, 'offline')).toEqual(['Written offline', 'Noted offline'])
  await expect.poll(async () => (await now()).ticket.tags.toSorted()).toEqual(['offline-tag', 'theirs'])
  const { ticket: after, activity } = await now()
  expect(after.status).toBe('in-progress')
  expect(activity.filter(({ actorName }) => actorName === 'Maya Thornton').length).toBeLessThanOrEqual(4)
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => /change-|unsent/.test(key))))
    .toEqual([])
  await expect(open.getByText('theirs').first()).toBeVisible()
})

test('[T11] a change made offline goes out once when its page was closed meanwhile; where somebody changed the same it is refused with their name', async ({
  page,
  segue,
  context,
  secondPage: colleague,
}) => {
  const { ticket, open, thread } = await openTicket(page, segue, 'Closed while offline')
  const other = await newTicket(page, segue, { subject: 'Changed by two' })
  await openDesk(colleague, segue, memberOf(segue, 'agent'))
  await expect(thread.getByText('It wobbles since Monday.')).toBeVisible()
  await context.setOffline(true)
  await open.getByRole('region', { name: 'Conversation' }).focus()
  await page.keyboard.press('t')
  await expect(toast(page, /^No connection. The change is kept/).first()).toBeVisible()
  await expect(open.getByText('In progress').first()).toBeVisible()
  await page.close()
  await context.setOffline(false)
  const next = await context.newPage()
  await next.goto('/admin?section=tickets')
  await expect.poll(async () => (await readTicket(next, segue, ticket.id)).ticket.status).toBe('in-progress')
  await expect
    .poll(() => next.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('-change-'))))
    .toEqual([])
  await next.setViewportSize({ width: 1440, height: 900 })
  await next.goto(`/admin?section=tickets&ticket=${other.id}`)
  await expect(pane(next, other.subject).getByText('It wobbles since Monday.')).toBeVisible()
  await context.setOffline(true)
  await pane(next, other.subject).getByRole('region', { name: 'Conversation' }).focus()
  await next.keyboard.press('t')
  await expect(toast(next, /^No connection. The change is kept/).first()).toBeVisible()
  const taken = await colleague.request.post(`${segue.url}/api/tickets/${other.id}/take`, {
    headers: headers(segue),
    data: { version: other.version },
  })
  expect(taken.ok()).toBe(true)
  await context.setOffline(false)
  await expect(toast(next, /^While you were offline, Priya Nair changed the same of #/)).toBeVisible()
  expect((await readTicket(next, segue, other.id)).ticket.assignee?.name).toBe('Priya Nair')
})

test('[T11] what a member did not send waits for them: somebody else who signs in on that browser neither sees nor sends it', async ({
  page,
  segue,
  context,
  secondPage: colleague,
}) => {
  const { ticket, open, reply, thread } = await openTicket(page, segue, 'Left on a shared computer')
  await openDesk(colleague, segue, memberOf(segue, 'agent'))
  await expect(thread.getByText('It wobbles since Monday.')).toBeVisible()
  await reply.fill('From the first')
  await context.setOffline(true)
  await open.getByRole('region', { name: 'Conversation' }).focus()
  await page.keyboard.press('t')
  await expect(toast(page, /^No connection. The change is kept/).first()).toBeVisible()
  await reply.press('Control+Enter')
  await expect(thread.getByText('Waiting for a connection. It is sent by itself.').first()).toBeVisible()
  await page.close()
  await context.setOffline(false)
  const path = `/admin?section=tickets&ticket=${ticket.id}`
  const other = await context.newPage()
  await other.setViewportSize({ width: 1440, height: 900 })
  await openDesk(other, segue, memberOf(segue, 'agent'), path)
  const theirs = pane(other, ticket.subject)
  await expect(theirs.getByText('It wobbles since Monday.')).toBeVisible()
  // What belongs to the member who is there goes out meanwhile.
  await theirs.getByRole('textbox', { name: 'Reply' }).fill('From the second')
  await theirs.getByRole('textbox', { name: 'Reply' }).press('Control+Enter')
  await expect.poll(() => storedWith(colleague, segue, ticket, 'From')).toEqual(['From the second'])
  await expect(theirs.getByText('From the first')).toHaveCount(0)
  await other.close()

  const again = await context.newPage()
  await openDesk(again, segue, memberOf(segue), path)
  await expect
    .poll(async () => (await storedWith(colleague, segue, ticket, 'From')).toSorted())
    .toEqual(['From the first', 'From the second'])
})
