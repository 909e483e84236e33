import type { Page } from '@playwright/test'
import { answered, chatOf, composerOf, escalate, greeted, logOf, openChat, SLUG, say, unique } from './customer.ts'
import { controlLiveStream } from './live-stream-control.ts'
import { expect, test } from './segue.ts'
import { teamOf } from './team.ts'

const own = (page: Page) => logOf(page).locator('[data-author="customer"]')

test('[H1] the chat window is 500 by 600, shows its context and a greeting, and focuses the input', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openChat(page, 'Technical Support')
  // The window opens with an animation.
  await expect.poll(() => chatOf(page).boundingBox()).toMatchObject({ width: 500, height: 600 })
  await expect(chatOf(page).getByRole('heading', { name: 'Technical Support' })).toBeVisible()
  await expect(composerOf(page)).toBeFocused()
  await expect(page.getByRole('button', { name: 'Talk to a person' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(chatOf(page)).toBeHidden()
})

test('[H1] on a phone the chat fills the screen, and the browser’s back closes it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openChat(page)
  // The window opens with an animation.
  await expect.poll(() => chatOf(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
  const write = await composerOf(page).boundingBox()
  expect((write?.y ?? 0) + (write?.height ?? 0)).toBeLessThanOrEqual(844)
  await page.goBack()
  await expect(chatOf(page)).toBeHidden()
})

test('[H1] Enter and Send send the message, Shift+Enter inserts a line break, and an empty message is not sent', async ({
  page,
}) => {
  await openChat(page)
  const write = composerOf(page)
  await write.press('Enter')
  await write.fill('   \n ')
  await write.press('Enter')
  await page.getByRole('button', { name: 'Send' }).click({ force: true })
  await expect(own(page)).toHaveCount(0)
  await write.fill('Where is')
  await write.press('Shift+Enter')
  await write.pressSequentially('my order?')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(own(page)).toHaveText([/Where is\nmy order\?/])
  await expect(write).toHaveValue('')
  await answered(page, 'tracking link')
})

test('[H1] while an answer is pending the AI is shown as typing, and a message is not sent but stays in the input', async ({
  page,
}) => {
  await controlLiveStream(page)
  await openChat(page)
  await page.evaluate(() => {
    window.liveStream.isMuted = true
  })
  await say(page, 'Where is my order?')
  await expect(logOf(page).getByText('AI is typing...')).toBeVisible()
  await composerOf(page).fill('And what about returns?')
  await composerOf(page).press('Enter')
  await expect(page.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'true')
  await expect(own(page)).toHaveCount(1)
  await expect(composerOf(page)).toHaveValue('And what about returns?')
  await page.evaluate(() => {
    window.liveStream.isMuted = false
  })
  await answered(page, 'tracking link')
  await expect(logOf(page).getByText('AI is typing...')).toBeHidden()
  await composerOf(page).press('Enter')
  await expect(own(page)).toHaveCount(2)
})

test('[H1] a streamed answer grows as it arrives; replayed and missing events leave it correct', async ({ page }) => {
  await controlLiveStream(page)
  const followed = page.waitForRequest(/\/stream$/)
  await openChat(page)
  const conversationId = /conversations\/([^/]+)\/stream/.exec((await followed).url())?.[1]
  const id = crypto.randomUUID()
  const message = {
    id,
    seq: 50,
    author: 'assistant',
    authorName: null,
    visibility: 'public',
    kind: 'text',
    body: '',
    state: 'streaming',
    sources: [],
    suggestions: [],
    confidence: null,
    helpful: null,
    attachments: [],
    createdAt: new Date().toISOString(),
  }
  const hear = (event: object) =>
    page.evaluate((given) => window.liveStream.receive(given), { conversationId, ...event })
  const delta = (offset: number, text: string) => hear({ type: 'message.delta', messageId: id, offset, text })
  const answer = logOf(page).locator('[aria-busy="true"]')
  await hear({ type: 'message.created', ticketId: null, message })
  await expect(logOf(page).getByText('AI is typing...')).toBeVisible()
  await delta(0, 'Your **parcel')
  await expect(answer).toContainText('Your **parcel')
  await delta(13, '** arrives')
  await expect(answer).toContainText('Your parcel arrives')
  await delta(0, 'Your **parcel')
  await delta(13, '** arrives')
  await delta(23, ' tomorrow.')
  await expect(answer).toContainText('Your parcel arrives tomorrow.')
  // A gap makes the page read the thread again; the text stays until the completed message arrives.
  const read = page.waitForRequest((request) => request.url().endsWith(`/conversations/${conversationId}`))
  await delta(90, 'lost')
  await read
  await expect(answer).toContainText('Your parcel arrives tomorrow.')
  await hear({
    type: 'message.changed',
    ticketId: null,
    message: { ...message, body: 'All of it.', state: 'complete' },
  })
  await expect(logOf(page).getByText('All of it.')).toBeVisible()
  await expect(answer).toBeHidden()
})

test('[H1] the conversation is still there after a reload, also in the middle of an answer', async ({ page }) => {
  await openChat(page)
  await say(page, 'Where is my order?')
  await page.reload()
  await answered(page, 'tracking link')
  await expect(own(page)).toHaveCount(1)
  await page.goto(`/support?tenant=${SLUG}`)
  await expect(page.getByText('Your conversation is still open')).toBeVisible()
  await page.getByRole('button', { name: 'Continue chat' }).click()
  await expect(own(page)).toHaveText([/Where is my order\?/])
})

test('[H1] a dropped connection resumes after the last event, with no message lost or duplicated', async ({
  page,
  segue,
}) => {
  await controlLiveStream(page)
  await openChat(page)
  const subject = unique('Dropped line')
  await escalate(page, subject)
  const team = await teamOf(segue)
  const { id } = await team.ticketBySubject(subject)
  await team.reply(id, 'Before the cut.')
  await expect(logOf(page).getByText('Before the cut.')).toBeVisible()
  for (const round of [1, 2, 3]) {
    await page.evaluate(() => {
      window.liveStream.isHeld = true
      window.liveStream.cut()
    })
    await team.reply(id, `Said in gap ${round}.`)
    await page.evaluate(() => {
      window.liveStream.isHeld = false
    })
    await expect(logOf(page).getByText(`Said in gap ${round}.`)).toHaveCount(1)
  }
  await expect(logOf(page).locator('[data-author="member"]')).toHaveCount(4)
  const resumedAfter = await page.evaluate(() => window.liveStream.resumedAfter.map(Number))
  expect(resumedAfter.length).toBeGreaterThanOrEqual(4)
  expect([...resumedAfter].sort((a, b) => a - b)).toEqual(resumedAfter)
})

test('[H1] while the stream is refused the chat polls and shows it, and is live again afterwards', async ({
  page,
  segue,
}) => {
  await page.route('**/stream', (route) => route.fulfill({ status: 503, body: 'no' }))
  await openChat(page)
  await expect(chatOf(page).getByText('The connection is interrupted.')).toBeVisible()
  const subject = unique('Polled')
  await escalate(page, subject)
  const team = await teamOf(segue)
  const { id } = await team.ticketBySubject(subject)
  await team.reply(id, 'This came by asking.')
  await expect(logOf(page).getByText('This came by asking.')).toBeVisible({ timeout: 15_000 })
  await page.unroute('**/stream')
  await expect(chatOf(page).getByText('The connection is interrupted.')).toBeHidden({ timeout: 25_000 })
  await team.reply(id, 'This came live.')
  await expect(logOf(page).getByText('This came live.')).toBeVisible({ timeout: 3000 })
})

test('[H1] a message that could not be sent keeps its text, also after a reload, and Retry sends it once', async ({
  page,
  context,
}) => {
  await openChat(page)
  await context.setOffline(true)
  await say(page, 'Where is my order?')
  await expect(logOf(page).getByText('Not sent')).toBeVisible()
  await expect(chatOf(page).getByText('You are offline.')).toBeVisible()
  await context.setOffline(false)
  await page.reload()
  await expect(logOf(page).getByText('Not sent')).toBeVisible()
  await logOf(page).getByRole('button', { name: 'Retry' }).click()
  await answered(page, 'tracking link')
  await expect(own(page)).toHaveCount(1)
  await expect(logOf(page).getByText('Not sent')).toBeHidden()
})

test('[H1] an answer names its source and shows the passage; an answer of low confidence offers questions', async ({
  page,
}) => {
  await openChat(page)
  await say(page, 'Where is my order?')
  await answered(page, 'tracking link')
  await page.getByRole('button', { name: 'Read the source: Where is my order?' }).click()
  const passage = page.getByRole('dialog', { name: 'Where is my order?' })
  await expect(passage).toContainText('Question and answer')
  await expect(passage).toContainText('tracking link')
  await page.keyboard.press('Escape')
  await expect(passage).toBeHidden()
  await expect(chatOf(page)).toBeVisible()
  await say(page, 'how long for a service')
  const questions = logOf(page).getByRole('list', { name: 'Did you mean' }).getByRole('button')
  await expect(questions).not.toHaveCount(0)
  const question = (await questions.first().textContent()) ?? ''
  await questions.first().click()
  await expect(own(page).last()).toContainText(question)
  await expect(own(page)).toHaveCount(3)
})

test('[H1] a new message is announced to screen readers, and does not scroll a reader who scrolled up', async ({
  page,
  segue,
}) => {
  await page.setViewportSize({ width: 1440, height: 700 })
  await openChat(page)
  const log = logOf(page)
  await expect(log).toHaveAttribute('aria-live', 'polite')
  const subject = unique('Long thread')
  await escalate(page, subject)
  const team = await teamOf(segue)
  const { id } = await team.ticketBySubject(subject)
  for (let count = 1; count <= 8; count += 1) await team.reply(id, `Line ${count}\n\nof many`)
  await expect(log.getByText('Line 8')).toBeInViewport()
  await log.evaluate((box) => box.scrollTo({ top: 0 }))
  await expect(page.getByRole('button', { name: 'Go to the newest message' })).toBeVisible()
  await team.reply(id, 'The newest')
  const chip = page.getByRole('button', { name: '1 new message' })
  await expect(chip).toBeVisible()
  expect(await log.evaluate((box) => box.scrollTop)).toBe(0)
  await chip.click()
  await expect(log.getByText('The newest')).toBeInViewport()
  await expect(chip).toBeHidden()
})

for (const [hour, words] of [
  [9, 'Good morning!'],
  [14, 'Good afternoon!'],
  [20, 'Good evening!'],
] as const) {
  test(`[H2] the greeting at ${hour} o'clock in the customer's time zone: ${words}`, async ({ browser, segue }) => {
    const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12
    // These zones have an inverted sign: Etc/GMT-3 is three hours ahead.
    const timezoneId = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
    const context = await browser.newContext({ baseURL: segue.url, timezoneId })
    const page = await context.newPage()
    await openChat(page)
    await answered(page, words)
    await answered(page, 'Hello from the shop.')
    await context.close()
  })
}

test('[H2] a returning visitor is welcomed back', async ({ page }) => {
  await openChat(page)
  await say(page, 'Where is my order?')
  await answered(page, 'tracking link')
  await page.getByRole('button', { name: 'Start a new chat' }).click()
  await expect(own(page)).toHaveCount(0)
  await answered(page, 'Welcome back!')
})

test('[H5] a member takes over live: the assistant does not answer, typing and read states go both ways, until the chat is handed back', async ({
  page,
  segue,
}) => {
  await openChat(page)
  await say(page, 'Where is my order?')
  await answered(page, 'tracking link')
  const subject = unique('Take over')
  await escalate(page, subject)
  const team = await teamOf(segue)
  const { id } = await team.ticketBySubject(subject)
  await expect(logOf(page).getByText('Sent', { exact: true })).toBeVisible()
  await team.attend(id, true)
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
  await say(page, 'Where is my order?')
  await say(page, 'It is a blue frame.')
  await team.reply(id, 'Thank you.')
  await expect(logOf(page).getByText('Thank you.')).toBeVisible()
  await expect(logOf(page).locator('[data-author="assistant"]')).toHaveCount(3)
  const typed = page.waitForRequest(/\/typing$/)
  await composerOf(page).pressSequentially('One more')
  expect((await typed).postDataJSON()).toEqual({ isTyping: true })
  await composerOf(page).fill('')

  await team.handBack(id)
  await expect(logOf(page).getByText('The assistant answers again')).toBeVisible()
  await say(page, 'How do I return something?')
  await expect(logOf(page).locator('[data-author="assistant"]')).toHaveCount(4)
})

test('[H5] a person can be requested in every state', async ({ page, segue }) => {
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
  await person.click()
  await expect(chatOf(page).getByText('You are already talking to a person.')).toBeVisible()
  await team.move(id, 'resolved')
  await expect(logOf(page).getByText('Status: Resolved')).toBeVisible()
  await expect(person).toBeEnabled()
})

test('[E1] a message that requests a human escalates with priority high', async ({ page, segue }) => {
  await openChat(page)
  await say(page, 'I want to speak to a human')
  await page.getByRole('button', { name: 'Yes, Create Ticket' }).click()
  await expect(page.getByLabel('Priority')).toHaveValue('high')
  const subject = unique('Human please')
  await page.getByLabel('Name').fill('Ada Park')
  await page.getByLabel('Email').fill('ada.park@example.org')
  await page.getByLabel('Subject').fill(subject)
  await chatOf(page).getByRole('button', { name: 'Submit Ticket' }).click()
  await expect(logOf(page).getByText(/created$/)).toBeVisible()
  expect((await (await teamOf(segue)).ticketBySubject(subject)).priority).toBe('high')
})

test('[E1] three attempts without an answer escalate with priority medium', async ({ page }) => {
  await openChat(page)
  for (const [index, words] of ['xylophone quux zebra', 'grault garply waldo', 'plugh xyzzy thud'].entries()) {
    await say(page, words)
    await expect(logOf(page).locator('[data-author="assistant"]')).toHaveCount(2 + index)
  }
  await page.getByRole('button', { name: 'Yes, Create Ticket' }).click()
  await expect(page.getByLabel('Priority')).toHaveValue('normal')
})

test('[E2] the message is shown after 1 s and the prompt after 3 s; Not Now hides the prompt, another request shows it again', async ({
  page,
}) => {
  await openChat(page)
  const since = Date.now()
  await say(page, 'I want to speak to a human')
  await answered(page, /person/)
  const saidAfter = Date.now() - since
  await expect(page.getByText('Ready to create a support ticket?')).toBeVisible()
  const askedAfter = Date.now() - since
  expect(saidAfter).toBeGreaterThan(900)
  expect(askedAfter).toBeGreaterThan(2500)
  expect(askedAfter).toBeLessThan(6000)
  await page.getByRole('button', { name: 'Not Now' }).click()
  await expect(page.getByText('Ready to create a support ticket?')).toBeHidden()
  await say(page, 'Where is my order?')
  await answered(page, 'tracking link')
  await page.getByRole('button', { name: 'Talk to a person' }).click()
  await expect(page.getByText('Ready to create a support ticket?')).toBeVisible()
})

test('[E2] Yes opens the form filled from the chat, and the ticket continues in the same conversation', async ({
  page,
  segue,
}) => {
  await openChat(page)
  await say(page, 'Where is my order?')
  await answered(page, 'tracking link')
  await page.getByRole('button', { name: 'Talk to a person' }).click()
  await page.getByRole('button', { name: 'Yes, Create Ticket' }).click()
  await expect(page.getByRole('heading', { name: 'Create a ticket' })).toBeFocused()
  await expect(page.getByLabel('Subject')).toHaveValue('Where is my order?')
  await expect(page.getByLabel('Description')).toHaveValue(/Where is my order\?/)
  await page.getByRole('button', { name: 'Back to the chat' }).click()
  await page.getByRole('button', { name: 'Yes, Create Ticket' }).click()
  const subject = unique('From the chat')
  await page.getByLabel('Name').fill('Ada Park')
  await page.getByLabel('Email').fill('ada.park@example.org')
  await page.getByLabel('Subject').fill(subject)
  await chatOf(page).getByRole('button', { name: 'Submit Ticket' }).click()
  await expect(
    chatOf(page).getByText("Your support request has been submitted! We'll contact you via email soon."),
  ).toBeVisible()
  const team = await teamOf(segue)
  const ticket = await team.ticketBySubject(subject)
  await expect(logOf(page).getByText(`Ticket #${ticket.id.slice(0, 8).toUpperCase()} created`)).toBeVisible()
  await expect(page.getByText('Ready to create a support ticket?')).toBeHidden()
  await expect(own(page)).toHaveText([/Where is my order\?/])
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

test('[H6] a message can carry files: images are shown, others are downloaded', async ({ page }) => {
  await openChat(page)
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach files' }).click()
  await (await chosen).setFiles([
    { name: 'crank.png', mimeType: 'image/png', buffer: png },
    { name: 'order.txt', mimeType: 'text/plain', buffer: Buffer.from('HB-1042') },
  ])
  await expect(page.getByRole('button', { name: 'Remove order.txt' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'false')
  await composerOf(page).fill('Here is a picture')
  await composerOf(page).press('Enter')
  await expect(logOf(page).getByRole('img', { name: 'crank.png' })).toBeVisible()
  const download = page.waitForEvent('download')
  await logOf(page).getByRole('link', { name: 'Download order.txt' }).click()
  expect((await download).suggestedFilename()).toBe('order.txt')
  await page.reload()
  await greeted(page)
  await expect(logOf(page).getByRole('img', { name: 'crank.png' })).toHaveJSProperty('complete', true)
})
