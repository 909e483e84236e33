import { timeBound } from '#test/time-bound.ts'
import {
  answersOf,
  chatOf,
  composerOf,
  escalate,
  expectAnswer,
  fillTicketForm,
  logOf,
  openChat,
  openTicketForm,
  ownMessages,
  sendMessage,
  submitInChat,
  unique,
} from './customer.ts'
import { expect, test } from './segue.ts'
import { teamOf } from './team.ts'

test('[H5] a member takes over live: the assistant does not answer, typing and read states go both ways, until the chat is handed back', async ({
  page,
  segue,
}) => {
  await openChat(page)
  await sendMessage(page, 'Where is my order?')
  await expectAnswer(page, 'tracking link')
  const subject = unique('Take over')
  await escalate(page, subject)
  const team = await teamOf(segue)
  const { id } = await team.ticketBySubject(subject)
  await expect(logOf(page).getByText('Sent', { exact: true })).toBeVisible()
  await team.reportPresence(id, true)
  await expect(logOf(page).getByText(/is typing\.\.\.$/)).toContainText('Maya Thornton')
  await expect(logOf(page).getByText('Seen', { exact: true })).toBeVisible()
  await team.note(id, 'For the team only.')
  await team.reply(id, 'I am looking at your **parcel** now.')
  const reply = logOf(page).locator('[data-author="member"]')
  await expect(reply).toContainText('I am looking at your parcel now.')
  await expect(reply).toContainText('Maya Thornton')
  await expect(logOf(page).getByText('Maya Thornton joined the chat')).toBeVisible()
  await expect(logOf(page).getByText(/is typing\.\.\.$/)).toBeHidden()
  await expect(logOf(page).getByText('For the team only.')).toBeHidden()

  // While a member owns the conversation the customer can send at any time, and the assistant does not answer.
  await sendMessage(page, 'Where is my order?')
  await sendMessage(page, 'It is a blue frame.')
  await team.reply(id, 'Thank you.')
  await expect(logOf(page).getByText('Thank you.')).toBeVisible()
  await expect(answersOf(page)).toHaveCount(3)
  const typed = page.waitForRequest(/\/typing$/)
  await composerOf(page).pressSequentially('One more')
  expect((await typed).postDataJSON()).toEqual({ isTyping: true })
  await composerOf(page).fill('')

  await team.handBack(id)
  await expect(logOf(page).getByText('The assistant answers again')).toBeVisible()
  await sendMessage(page, 'How do I return something?')
  await expect(answersOf(page)).toHaveCount(4)
})

test('[H5] a person can be requested until one is there, and again once the request is resolved', async ({
  page,
  segue,
}) => {
  await openChat(page)
  const person = page.getByRole('button', { name: 'Talk to a person' })
  const subject = unique('Person')
  await escalate(page, subject)
  await person.click()
  await expect(chatOf(page).getByText('A person has your request and answers here.')).toBeVisible()
  const team = await teamOf(segue)
  const { id } = await team.ticketBySubject(subject)
  await team.reply(id, 'Here I am.')
  await expect(logOf(page).getByText('Here I am.')).toBeVisible()
  await expect(chatOf(page).getByText('With Maya Thornton')).toBeVisible()
  await expect(person).toHaveCount(0)
  await team.move(id, 'resolved')
  await expect(logOf(page).getByText('Status: Resolved')).toBeVisible()
  await expect(person).toBeEnabled()
  await expect(chatOf(page).getByText('With Maya Thornton')).toHaveCount(0)
})

test('[E1] a message that requests a human escalates with priority high', async ({ page, segue }) => {
  await openChat(page)
  await sendMessage(page, 'I want to speak to a human')
  await page.getByRole('button', { name: 'Yes, Create Ticket' }).click()
  await expect(page.getByLabel('Priority')).toHaveValue('high')
  const subject = unique('Human please')
  await fillTicketForm(page, { subject })
  await submitInChat(page)
  expect((await (await teamOf(segue)).ticketBySubject(subject)).priority).toBe('high')
})

test('[E1] three attempts without an answer escalate with priority medium', async ({ page }) => {
  await openChat(page)
  for (const [index, words] of ['xylophone quux zebra', 'grault garply waldo', 'plugh xyzzy thud'].entries()) {
    await sendMessage(page, words)
    await expect(answersOf(page)).toHaveCount(2 + index)
  }
  await page.getByRole('button', { name: 'Yes, Create Ticket' }).click()
  await expect(page.getByLabel('Priority')).toHaveValue('normal')
})

test('[E2] the message is shown after 1 s and the prompt after 3 s; Not Now hides the prompt, another request shows it again', async ({
  page,
}) => {
  await openChat(page)
  const since = Date.now()
  await sendMessage(page, 'I want to speak to a human')
  await expectAnswer(page, /person/)
  const saidAfter = Date.now() - since
  await expect(page.getByText('Ready to create a support ticket?')).toBeVisible()
  const askedAfter = Date.now() - since
  expect(saidAfter).toBeGreaterThan(900)
  expect(askedAfter).toBeGreaterThan(2500)
  expect(askedAfter).toBeLessThan(timeBound(6000))
  await page.getByRole('button', { name: 'Not Now' }).click()
  await expect(page.getByText('Ready to create a support ticket?')).toBeHidden()
  await sendMessage(page, 'Where is my order?')
  await expectAnswer(page, 'tracking link')
  await page.getByRole('button', { name: 'Talk to a person' }).click()
  await expect(page.getByText('Ready to create a support ticket?')).toBeVisible()
})

test('[E2] Yes opens the form filled from the chat, and the ticket continues in the same conversation', async ({
  page,
  segue,
}) => {
  await openChat(page)
  await sendMessage(page, 'Where is my order?')
  await expectAnswer(page, 'tracking link')
  await openTicketForm(page)
  await expect(page.getByRole('heading', { name: 'Create a ticket' })).toBeFocused()
  await expect(page.getByLabel('Subject')).toHaveValue('Where is my order?')
  await expect(page.getByLabel('Description')).toHaveValue(/Where is my order\?/)
  await page.getByRole('button', { name: 'Back to the chat' }).click()
  await page.getByRole('button', { name: 'Yes, Create Ticket' }).click()
  const subject = unique('From the chat')
  await fillTicketForm(page, { subject })
  await chatOf(page).getByRole('button', { name: 'Submit Ticket' }).click()
  await expect(
    chatOf(page).getByText("Your support request has been submitted! We'll contact you via email soon."),
  ).toBeVisible()
  const team = await teamOf(segue)
  const ticket = await team.ticketBySubject(subject)
  await expect(logOf(page).getByText(`Ticket #${ticket.number} created`)).toBeVisible()
  await expect(page.getByText('Ready to create a support ticket?')).toBeHidden()
  await expect(ownMessages(page)).toHaveText([/Where is my order\?/])
  const { thread } = await team.detail(ticket.id)
  expect(JSON.stringify(thread.messages)).toContain('tracking link')
  await team.reply(ticket.id, 'Answered in the same window.')
  await expect(logOf(page).getByText('Answered in the same window.')).toBeVisible()
})

test('[E3] the ticket shows the escalation with its reason', async ({ page, segue }) => {
  await openChat(page)
  const subject = unique('Recorded')
  await escalate(page, subject)
  const team = await teamOf(segue)
  const { ticket } = await team.detail((await team.ticketBySubject(subject)).id)
  expect(ticket).toMatchObject({ escalationReason: 'human_requested', source: 'chat', isEscalatedByAi: true })
})
