import type { Page } from '@playwright/test'
import {
  chatOf,
  composerOf,
  escalate,
  expectAnswer,
  logOf,
  openChat,
  ownMessages,
  SLUG,
  sendMessage,
  unique,
  waitForGreeting,
} from './customer.ts'
import { controlLiveStream } from './live-stream-control.ts'
import { expect, test } from './segue.ts'
import { teamOf } from './team.ts'

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
  const receive = (event: object) =>
    page.evaluate((given) => window.liveStream.receive(given), { conversationId, ...event })
  const delta = (offset: number, text: string) => receive({ type: 'message.delta', messageId: id, offset, text })
  const answer = logOf(page).locator('[aria-busy="true"]')
  await receive({ type: 'message.created', ticketId: null, message })
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
  await receive({
    type: 'message.changed',
    ticketId: null,
    message: { ...message, body: 'All of it.', state: 'complete' },
  })
  await expect(logOf(page).getByText('All of it.')).toBeVisible()
  await expect(answer).toBeHidden()
})

test('[H1] the conversation is still there after a reload, also in the middle of an answer', async ({ page }) => {
  await openChat(page)
  await sendMessage(page, 'Where is my order?')
  await page.reload()
  await expectAnswer(page, 'tracking link')
  await expect(ownMessages(page)).toHaveCount(1)
  await page.goto(`/support?tenant=${SLUG}`)
  await expect(page.getByText('Your conversation is still open')).toBeVisible()
  await page.getByRole('button', { name: 'Continue chat' }).click()
  await expect(ownMessages(page)).toHaveText([/Where is my order\?/])
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
  await expect(logOf(page).getByText('This came by asking.')).toBeVisible()
  await page.unroute('**/stream')
  // Ends the wait before the next attempt.
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(chatOf(page).getByText('The connection is interrupted.')).toBeHidden()
  await team.reply(id, 'This came live.')
  // Polling has ended with the loss.
  await expect(logOf(page).getByText('This came live.')).toBeVisible()
})

test('[H1] messages written offline wait, and are sent by themselves after reconnection, in order and each once', async ({
  page,
  context,
}) => {
  const posted: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/messages')) posted.push(request.postDataJSON().id)
  })
  await openChat(page)
  await context.setOffline(true)
  await expect(chatOf(page).getByText('You are offline.')).toBeVisible()
  const written = ['Where is my order?', 'It is HB-1042.', 'I ordered it on Monday.']
  for (const [index, words] of written.entries()) {
    await sendMessage(page, words)
    await expect(logOf(page).getByText('Sent when you are back online')).toHaveCount(index + 1)
  }
  await expect(logOf(page).getByText('Not sent')).toHaveCount(0)
  const unsent = await unsentIds(page)
  await context.setOffline(false)
  await expect(logOf(page).getByText('Sent when you are back online')).toHaveCount(0)
  await expect.poll(() => unsentIds(page)).toEqual([])
  await expect(ownMessages(page)).toHaveText(written.map((words) => new RegExp(words.replace('?', '\\?'))))
  expect(unsent).toHaveLength(3)
  expect([...new Set(posted)]).toEqual(unsent)
  await expectAnswer(page, /./)
  await page.reload()
  await expect(ownMessages(page)).toHaveText(written.map((words) => new RegExp(words.replace('?', '\\?'))))
})

test('[H1] a message that waits for the connection survives a reload and is sent by itself', async ({ page }) => {
  await openChat(page)
  await page.route('**/messages', (route) => route.abort())
  await sendMessage(page, 'Where is my order?')
  await expect(logOf(page).getByText('Sent when you are back online')).toBeVisible()
  await page.reload()
  await expect(logOf(page).getByText('Sent when you are back online')).toBeVisible()
  await page.unroute('**/messages')
  await expectAnswer(page, 'tracking link')
  await expect(ownMessages(page)).toHaveCount(1)
  await expect(logOf(page).getByText('Sent when you are back online')).toHaveCount(0)
})

test('[H1] a message over the limit says when it is sent again; Retry sends it now, Discard removes it', async ({
  page,
}) => {
  await openChat(page)
  const error = { code: 'rate_limited', message: 'Too many.', requestId: 'r' }
  await page.route('**/messages', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '600' }, json: { error } }),
  )
  await sendMessage(page, 'Where is my order?')
  await sendMessage(page, 'Hello?')
  const limited = logOf(page).getByRole('alert')
  await expect(limited).toHaveCount(2)
  await expect(limited.first()).toHaveText(/^Too many messages at once\. Sent again in (600|5\d\d) s\./)
  await expect(logOf(page).getByText('Sent when you are back online')).toHaveCount(0)
  await limited.last().getByRole('button', { name: 'Discard' }).click()
  await expect(ownMessages(page)).toHaveText([/Where is my order\?/])
  await page.unroute('**/messages')
  await limited.getByRole('button', { name: 'Retry' }).click()
  await expectAnswer(page, 'tracking link')
  await expect(limited).toHaveCount(0)
  await expect(ownMessages(page)).toHaveText([/Where is my order\?/])
})

test('[H1] a message that the server refuses keeps its text, also after a reload, and Retry sends it once', async ({
  page,
}) => {
  await openChat(page)
  await page.route('**/messages', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'No.', requestId: 'r' } } }),
  )
  await sendMessage(page, 'Where is my order?')
  await expect(logOf(page).getByText('Not sent')).toBeVisible()
  await page.unroute('**/messages')
  await page.reload()
  await expect(logOf(page).getByText('Not sent')).toBeVisible()
  await logOf(page).getByRole('button', { name: 'Retry' }).click()
  await expectAnswer(page, 'tracking link')
  await expect(ownMessages(page)).toHaveCount(1)
  await expect(logOf(page).getByText('Not sent')).toBeHidden()
})

test('[H1] a session that ends in the middle of a chat: after the reload what could not be sent is in the composer, and is sent', async ({
  page,
  context,
}) => {
  await openChat(page)
  await sendMessage(page, 'Where is my order?')
  await expectAnswer(page, 'tracking link')
  await context.clearCookies()
  await composerOf(page).fill('It is HB-1042.')
  await composerOf(page).press('Enter')
  await expect(chatOf(page).getByText('Your session has ended')).toBeVisible()
  await chatOf(page).getByRole('button', { name: 'Reload' }).click()
  await expect(composerOf(page)).toHaveValue('It is HB-1042.')
  await waitForGreeting(page)
  await composerOf(page).press('Enter')
  await expect(ownMessages(page)).toHaveText([/It is HB-1042\./])
  await expect.poll(() => unsentIds(page)).toEqual([])
})

/** Ids of the messages that this browser stores as unsent. */
const unsentIds = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((one) => one.startsWith('segue_unsent_'))
    return (JSON.parse((key && localStorage.getItem(key)) || '[]') as { id: string }[]).map(({ id }) => id)
  })
