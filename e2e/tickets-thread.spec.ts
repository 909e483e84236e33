import { escalate, expectAnswer, openChat, sendMessage, unique } from './customer.ts'
import { newTicket, pane, readTicket, rowOf, someTicket } from './desk.ts'
import { expect, signIn, test } from './segue.ts'
import { teamOf } from './team.ts'

test.beforeEach(async ({ page, segue }) => {
  // Wide enough for the side panel.
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, segue)
})

test('[T5] reply, note and attachment; drafts stay; a failed message keeps its text', async ({ page, segue }) => {
  const ticket = await newTicket(page, segue, { subject: 'Words of all kinds' })
  await page.goto(`/admin?section=tickets&ticket=${ticket.id}`)
  const open = pane(page, ticket.subject)
  await expect(open.getByText('It wobbles since Monday.')).toBeVisible()
  await page.keyboard.press('r')
  const reply = open.getByRole('textbox', { name: 'Reply' })
  await expect(reply).toBeFocused()
  await expect(open.getByText('To Robin Vale by email to robin.vale@example.org')).toBeVisible()
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
  await open.getByRole('button', { name: 'Send', exact: true }).click()
  const waiting = thread.getByText('Waiting for a connection. It is sent by itself.')
  await expect(waiting).toBeVisible()
  await expect(thread.getByText('Does this arrive?')).toBeVisible()
  await page.unroute(`**/api/tickets/${ticket.id}/messages`)
  await thread.getByRole('button', { name: 'Retry' }).click()
  await expect(waiting).toBeHidden()
  await page.reload()
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
  await open.getByRole('button', { name: 'Category: General' }).click()
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
  const rated = await someTicket(page, segue, 'statuses=closed', async (row) => {
    const { ticket: one, customer } = await readTicket(page, segue, row.id)
    return row.isEscalatedByAi && one.rating !== null && customer.recentTickets.length > 0
  })
  const { ticket: known, customer } = await readTicket(page, segue, rated.id)
  await page.goto(`/admin?section=tickets&ticket=${rated.id}`)
  await expect(panel.getByText('Why a person was called')).toBeVisible()
  // The assistant's messages have a tint and no dashed line.
  const bubble = page.getByRole('article', { name: /AI/ }).first().locator('[title]').first()
  await expect(bubble).toHaveCSS('border-style', 'solid')
  await expect(bubble).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await expect(panel.getByRole('img', { name: new RegExp(`^${known.rating} of 5: `) })).toBeVisible()
  const before = customer.recentTickets[0]?.subject ?? ''
  await panel.getByRole('link', { name: before }).first().click()
  await expect(pane(page, before)).toBeVisible()
})

test('[T5] after a note and Resolve the composer is back at the reply; a note that is begun stays', async ({
  page,
  segue,
}) => {
  const ticket = await newTicket(page, segue, { subject: 'Note, then resolve' })
  await page.goto(`/admin?section=tickets&ticket=${ticket.id}`)
  const open = pane(page, ticket.subject)
  await open.getByRole('button', { name: 'Take Ticket' }).click()
  await open.getByRole('tab', { name: 'Internal note' }).click()
  await open.getByRole('textbox', { name: 'Internal note' }).fill('Spokes are in')
  await open.getByRole('button', { name: 'Add note' }).click()
  await expect(open.getByRole('log').getByText('Spokes are in')).toBeVisible()
  await open.getByRole('button', { name: 'Resolve', exact: true }).click()
  await expect(open.getByRole('tab', { name: 'Reply', selected: true })).toBeVisible()
  await expect(open.getByRole('textbox', { name: 'Reply' })).toBeVisible()

  await open.getByRole('button', { name: 'Reopen' }).click()
  await open.getByRole('tab', { name: 'Internal note' }).click()
  await open.getByRole('textbox', { name: 'Internal note' }).fill('Half a thou')
  await open.getByRole('button', { name: 'Take Ticket' }).click()
  await open.getByRole('button', { name: 'Resolve', exact: true }).click()
  await expect(open.getByRole('button', { name: 'Reopen' })).toBeVisible()
  await expect(open.getByRole('textbox', { name: 'Internal note' })).toHaveValue('Half a thou')
})

test('[T5] a request from the portal has a readable category; a written one is stored as written', async ({
  page,
  segue,
}) => {
  const subject = unique('From the portal')
  await openChat(page)
  await escalate(page, subject)
  await page.goto('/admin?section=tickets')
  await rowOf(page, subject).click()
  const open = pane(page, subject)
  await open.getByRole('button', { name: 'Category: Guest support' }).click()
  await expect(open.getByRole('combobox', { name: 'Category' })).toHaveValue('Guest support')
  await page.keyboard.press('Enter')
  const { id } = await (await teamOf(segue)).ticketBySubject(subject)
  expect((await readTicket(page, segue, id)).ticket.category).toBe('guest_support')
  await open.getByRole('button', { name: 'Category: Guest support' }).click()
  await open.getByRole('combobox', { name: 'Category' }).fill('Workshop')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await readTicket(page, segue, id)).ticket.category).toBe('Workshop')
  await expect(page.getByText('guest_support')).toHaveCount(0)
})

test('[T6] the suggested reply is no longer offered once a member has replied', async ({ page }) => {
  const subject = unique('Suggested once')
  await openChat(page)
  await sendMessage(page, 'Where is my order?')
  await expectAnswer(page, 'tracking link')
  await escalate(page, subject)
  await page.goto('/admin?section=tickets')
  await rowOf(page, subject).click()
  const open = pane(page, subject)
  const summary = page.getByRole('region', { name: 'Summary' })
  await summary.getByRole('button', { name: 'Use as reply' }).click()
  const reply = open.getByRole('textbox', { name: 'Reply' })
  await expect(reply).toHaveValue(/^Hello Ada, thank you for waiting\./)
  expect(await reply.inputValue()).not.toContain('HB-1042')
  await open.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(summary.getByText('Your team has replied since')).toBeVisible()
  await expect(summary.getByRole('button', { name: 'Use as reply' })).toHaveCount(0)
  // The live event, and what the page reads then, may come before the reply to its own request.
  await page.route('**/brief', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const isWritten = page.waitForResponse(
      async (reply) => /brief$/.test(reply.url()) && (await reply.json()).brief.status === 'ready',
    )
    const response = await route.fetch()
    await isWritten
    await route.fulfill({ response })
  })
  const again = summary.getByRole('button', { name: 'Write it anew' })
  await again.click()
  await expect(summary.getByText('Your team has replied since')).toBeHidden()
  await expect(summary.getByText('Suggested reply')).toHaveCount(0)
  await expect(again).not.toHaveAttribute('data-loading')
})
