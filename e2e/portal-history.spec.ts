import { expectAccessibleInBothThemes } from './accessibility.ts'
import {
  answersOf,
  chatOf,
  composerOf,
  logOf,
  openChat,
  ownMessages,
  PORTAL,
  sendMessage,
  signUpAtPortal,
  unique,
} from './customer.ts'
import { picture } from './picture.ts'
import { expect, test } from './segue.ts'
import { teamOf } from './team.ts'

test('[U7] a guest reads a past chat and continues it; signed in, the same chat is in Chat History', async ({
  page,
  segue,
}, info) => {
  const question = 'How long does a delivery take?'
  await openChat(page)
  await sendMessage(page, question)
  await expect(answersOf(page).nth(1)).toBeVisible()
  await chatOf(page).getByRole('button', { name: 'Close' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Your past chats' }).click()
  const row = page.getByRole('main').getByRole('listitem').getByRole('button')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Answered by Assistant')
  await expect(row).toContainText('1 minute')
  await row.click()
  await expect(page.getByRole('heading', { level: 1, name: 'General Support' })).toBeFocused()
  await expect(page.getByRole('main').getByText(question)).toBeVisible()
  await expect(composerOf(page)).toBeHidden()
  await picture(page, info, 'a past chat')
  await page.getByRole('button', { name: 'Continue this chat' }).click()
  await expect(ownMessages(page)).toContainText([question])
  await sendMessage(page, 'Thank you very much')
  await chatOf(page).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('main').getByText(question)).toBeVisible()
  await page.goBack()

  await signUpAtPortal(page, segue, `ada.${crypto.randomUUID().slice(0, 8)}@example.org`)
  await page.getByRole('link', { name: 'Chat History' }).click()
  await expect(row).toHaveCount(1)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessibleInBothThemes(page)
  await picture(page, info, 'chat history on a phone')
  await row.click()
  await expect(page.getByRole('main').getByText('Thank you very much')).toBeVisible()
  await page.getByRole('button', { name: 'Chat History' }).click()
  await expect(row).toHaveCount(1)
  await expect(logOf(page)).toBeHidden()
})

test('[U11] a guest who signs up by a code in the middle of a chat goes on in it, with the same messages', async ({
  page,
  segue,
}) => {
  const question = 'How long does a delivery take?'
  await openChat(page)
  await sendMessage(page, question)
  await expect(answersOf(page).nth(1)).toBeVisible()
  const before = await logOf(page).getByRole('article').allInnerTexts()
  await signUpAtPortal(page, segue, `ada.${crypto.randomUUID().slice(0, 8)}@example.org`)
  await expect(chatOf(page)).toBeVisible()
  await expect(logOf(page).getByRole('article')).toHaveCount(before.length)
  await expect(ownMessages(page)).toContainText([question])
  await sendMessage(page, 'And what does it cost?')
  await expect(answersOf(page).nth(2)).toBeVisible()
  await page.reload()
  await expect(ownMessages(page)).toContainText([question, 'And what does it cost?'])
})

test('[U2] who is signed in has five tabs; the ticket form is opened from My Tickets', async ({ page, segue }) => {
  await page.goto(PORTAL)
  await signUpAtPortal(page, segue, `ada.${crypto.randomUUID().slice(0, 8)}@example.org`)
  const tabs = page.getByRole('navigation', { name: 'Support pages' }).getByRole('link')
  await expect(tabs).toHaveText(['Get Support', 'My Tickets', 'Chat History', 'Help Center', 'Settings'])
  await page.getByRole('button', { name: 'Create New Ticket' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Submit a ticket' })).toBeVisible()
  await expect(tabs.and(page.locator('[aria-current]'))).toHaveText(['My Tickets'])
})

test('[U5] the form of a customer who is signed in asks for no name and address, and for one of three priorities', async ({
  page,
  segue,
}) => {
  const email = `ada.${crypto.randomUUID().slice(0, 8)}@example.org`
  const subject = unique('Loose bell')
  await page.goto(PORTAL)
  await signUpAtPortal(page, segue, email)
  await page.getByRole('button', { name: 'Create New Ticket' }).click()
  const priority = page.getByLabel('Priority')
  await expect(priority).toHaveValue('medium')
  await expect(priority.getByRole('option')).toHaveText(['Low', 'Medium', 'High'])
  await expect(page.getByLabel('Email')).toBeHidden()
  await page.getByRole('main').getByRole('button', { name: 'Submit Ticket' }).click()
  await expect(page.getByLabel('Subject')).toBeFocused()
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('Description').fill('It rings by itself.')
  await page.getByRole('main').getByRole('button', { name: 'Submit Ticket' }).click()
  await expect(page.getByText('Support ticket created successfully! Our team will respond soon.')).toBeVisible()
  const row = page.getByRole('button').filter({ hasText: subject })
  await expect(row).toContainText('Medium priority')
  const team = await teamOf(segue)
  const { ticket } = await team.detail((await team.ticketBySubject(subject)).id)
  expect(ticket).toMatchObject({ customerEmail: email, priority: 'medium' })
})

/** Each cause with the words of the form. */
const FAILURES: [status: number, code: string, text: string][] = [
  [403, 'forbidden', 'Permission denied. Please check the service security rules.'],
  [503, 'unavailable', 'Please try again or contact support.'],
  [500, 'internal', 'Please try again or contact support.'],
]

test('[U5] a customer’s ticket that fails says why in the words of their form and keeps the input; tickets that cannot be read leave Retry and a sample', async ({
  page,
  context,
  segue,
}, info) => {
  await page.goto(PORTAL)
  await signUpAtPortal(page, segue, `ada.${crypto.randomUUID().slice(0, 8)}@example.org`)
  await expect(page.getByText('here, on every device')).toBeVisible()
  let reply = {}
  await page.route('**/api/portal/*/tickets*', (route) => route.fulfill(reply))
  await page.getByRole('button', { name: 'Create New Ticket' }).click()
  await page.getByLabel('Subject').fill('Loose bell')
  await page.getByLabel('Description').fill('It rings by itself.')
  const submit = page.getByRole('main').getByRole('button', { name: 'Submit Ticket' })
  const refusal = page.locator('form').getByRole('alert')
  for (const [status, code, text] of FAILURES) {
    reply = { status, json: { error: { code, message: 'No.', requestId: 'r' } } }
    await submit.click()
    await expect(refusal).toHaveText(`Failed to create ticket. ${text}`)
    await expect(page.getByLabel('Subject')).toHaveValue('Loose bell')
  }
  await page.unroute('**/api/portal/*/tickets*')
  await context.setOffline(true)
  await submit.click()
  await expect(refusal).toHaveText('Failed to create ticket. Network error. Please check your connection.')
  await expect(page.getByLabel('Description')).toHaveValue('It rings by itself.')
  await context.setOffline(false)

  await page.route('**/api/portal/*/tickets*', (route) => route.fulfill(reply))
  await page.getByRole('link', { name: 'My Tickets' }).click()
  await expect(page.getByText('Unable to access my account')).toBeVisible()
  await expect(page.getByText('Sample', { exact: true })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessibleInBothThemes(page)
  await picture(page, info, 'tickets that cannot be read on a phone')
  await page.unroute('**/api/portal/*/tickets*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Your tickets appear here')).toBeVisible()
  await expect(page.getByText('Unable to access my account')).toBeHidden()
})
