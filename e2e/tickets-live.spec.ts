import { timeBound } from '#test/time-bound.ts'
import { composerOf, escalate, expectAnswer, logOf, openChat, sendMessage, unique } from './customer.ts'
import { newTicket, openDesk, pane, rowOf, rows } from './desk.ts'
import { expect, memberOf, signIn, test } from './segue.ts'

test.beforeEach(async ({ page, segue }) => signIn(page, segue))

test('[T4] each ticket that another member creates is in every open list within a second, and a change follows', async ({
  page,
  segue,
  secondPage: other,
}) => {
  await page.goto('/admin?section=tickets')
  await expect(rows(page).getByRole('link').first()).toBeVisible()
  await openDesk(other, segue, memberOf(segue, 'agent'))
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
})

test('[T4] while the live stream is lost a banner says so and polling finds tickets; after it resumes tickets come live', async ({
  page,
  segue,
  secondPage: other,
}) => {
  let isCut = true
  await page.route('**/api/stream', (route) => (isCut ? route.abort() : route.continue()))
  await page.goto('/admin?section=tickets')
  await expect(page.getByText('Live updates are interrupted.')).toBeVisible()
  await openDesk(other, segue, memberOf(segue, 'agent'))
  const polled = await newTicket(other, segue, { subject: 'Found by asking again' })
  await expect(rowOf(page, polled.subject)).toBeVisible()
  isCut = false
  // Ends the wait before the next attempt.
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText('Live updates are interrupted.')).toBeHidden()
  const live = await newTicket(other, segue, { subject: 'Live once more' })
  // Polling has ended with the loss.
  await expect(rowOf(page, live.subject)).toBeVisible()
})

test('[T5] text typed right after the reply shortcut goes into the reply and runs no other shortcut', async ({
  page,
  segue,
}) => {
  const ticket = await newTicket(page, segue, { subject: 'Typed in one go' })
  await page.goto(`/admin?section=tickets&ticket=${ticket.id}`)
  const open = pane(page, ticket.subject)
  await expect(open.getByRole('textbox', { name: 'Reply' })).toBeVisible()
  // The next frame comes late, as on a busy machine.
  await page.evaluate(() => {
    window.requestAnimationFrame = (run) => window.setTimeout(() => run(performance.now()), 2000)
  })
  await page.keyboard.type('rI have it')
  await expect(open.getByRole('textbox', { name: 'Reply' })).toHaveValue('I have it')
})

test('[T5] two members who view one ticket see each other, and who is replying', async ({
  page,
  segue,
  secondPage: other,
}) => {
  const ticket = await newTicket(page, segue, { subject: 'Two at one ticket' })
  await page.goto(`/admin?section=tickets&ticket=${ticket.id}`)
  await expect(pane(page, ticket.subject)).toBeVisible()
  const agent = memberOf(segue, 'agent')
  await openDesk(other, segue, agent, `/admin?section=tickets&ticket=${ticket.id}`)
  await expect(page.getByText('Priya Nair is looking at this ticket')).toBeVisible()
  await expect(other.getByText('Maya Thornton is looking at this ticket')).toBeVisible()
  await other.keyboard.press('r')
  await other.keyboard.type('I have it')
  await expect(page.getByText('Priya Nair is replying...')).toBeVisible()
  await other.keyboard.press('Control+Enter')
  await expect(page.getByRole('article', { name: 'Priya Nair' })).toContainText('I have it')
  await other.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByText('Priya Nair is looking at this ticket')).toBeHidden()
})

test('[H5] typing and read states are shown on both sides', async ({ page, secondPage: customer }) => {
  const subject = unique('Signs both ways')
  await openChat(customer)
  await sendMessage(customer, 'My chain jumps on the smallest sprocket')
  await expectAnswer(customer, /./)
  await escalate(customer, subject)
  await page.goto('/admin?section=tickets')
  await rowOf(page, subject).click()
  const open = pane(page, subject)
  await expect(open.getByText('To Ada Park in the chat window and by email')).toBeVisible()
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
})
