import { readFile } from 'node:fs/promises'
import {
  answersOf,
  chatOf,
  composerOf,
  escalate,
  expectAnswer,
  logOf,
  openChat,
  ownMessages,
  sendMessage,
  unique,
  waitForGreeting,
} from './customer.ts'
import { controlLiveStream } from './live-stream-control.ts'
import { expect, test } from './segue.ts'
import { teamOf } from './team.ts'

test('[H1] the chat window is 500 by 600, shows its context and a greeting, and focuses the input', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openChat(page, 'Technical Support', 'fernbill')
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
  await page.getByRole('button', { name: 'Send', exact: true }).click({ force: true })
  await expect(ownMessages(page)).toHaveCount(0)
  await write.fill('Where is')
  await write.press('Shift+Enter')
  await write.pressSequentially('my order?')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(ownMessages(page)).toHaveText([/Where is\nmy order\?/])
  await expect(write).toHaveValue('')
  await expectAnswer(page, 'tracking link')
})

test('[H1] while an answer is pending the AI is shown as typing, and a further message is sent', async ({ page }) => {
  await controlLiveStream(page)
  await openChat(page)
  await page.evaluate(() => {
    window.liveStream.isMuted = true
  })
  await sendMessage(page, 'Where is my order?')
  await expect(logOf(page).getByText('AI is typing...')).toBeVisible()
  await composerOf(page).fill('And what about returns?')
  await composerOf(page).press('Enter')
  await expect(ownMessages(page)).toHaveCount(2)
  await expect(composerOf(page)).toHaveValue('')
  await page.evaluate(() => {
    window.liveStream.isMuted = false
  })
  await expect(logOf(page).getByText('tracking link')).toBeVisible()
  await expect(logOf(page).getByText('AI is typing...')).toBeHidden()
})

test('[H1] an answer that takes long says so, and that the message has arrived', async ({ page }) => {
  await controlLiveStream(page)
  await openChat(page)
  await waitForGreeting(page)
  await page.evaluate(() => {
    window.liveStream.isMuted = true
  })
  await sendMessage(page, 'Where is my order?')
  await expect(logOf(page).getByText('your message has arrived')).toBeVisible({ timeout: 20_000 })
  await page.evaluate(() => {
    window.liveStream.isMuted = false
  })
  await expect(logOf(page).getByText('tracking link')).toBeVisible()
  await expect(logOf(page).getByText('AI is typing...')).toBeHidden()
})

test('[H1] messages sent quickly one after the other get one answer to all of them', async ({ page }) => {
  await openChat(page)
  await waitForGreeting(page)
  const write = composerOf(page)
  for (const text of ['Hello there', 'I ordered something last week', 'Where is my order?']) {
    await write.fill(text)
    await write.press('Enter')
  }
  await expect(ownMessages(page)).toHaveCount(3)
  await expectAnswer(page, 'tracking link')
  await expect(answersOf(page)).toHaveCount(2)
})

test('[H1] messages that arrive while the page is hidden are counted in its title, until it is shown again', async ({
  page,
}) => {
  await openChat(page)
  await waitForGreeting(page)
  const title = await page.title()
  const setHidden = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
      Object.defineProperty(document, 'visibilityState', {
        configurable: true,
        get: () => (hidden ? 'hidden' : 'visible'),
      })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await setHidden(true)
  await sendMessage(page, 'Where is my order?')
  await expect(page).toHaveTitle(`(1) ${title}`)
  await setHidden(false)
  await expect(page).toHaveTitle(title)
})

test('[H1] an answer names its source and shows the passage; an answer of low confidence offers questions', async ({
  page,
}) => {
  await openChat(page)
  await sendMessage(page, 'Where is my order?')
  await expectAnswer(page, 'tracking link')
  await page.getByRole('button', { name: 'Read the source: Where is my order?' }).click()
  const passage = page.getByRole('dialog', { name: 'Where is my order?' })
  await expect(passage).toContainText('Question and answer')
  await expect(passage).toContainText('tracking link')
  await page.keyboard.press('Escape')
  await expect(passage).toBeHidden()
  await expect(chatOf(page)).toBeVisible()
  await sendMessage(page, 'how long for a service')
  const questions = logOf(page).getByRole('list', { name: 'Did you mean' }).getByRole('button')
  await expect(questions).not.toHaveCount(0)
  const question = (await questions.first().textContent()) ?? ''
  await questions.first().click()
  await expect(ownMessages(page).last()).toContainText(question)
  await expect(ownMessages(page)).toHaveCount(3)
})

test('[H1] [H9] suggested questions stay where they were shown, and another one can be chosen after an answer', async ({
  page,
}) => {
  await openChat(page)
  await sendMessage(page, 'how long for a service')
  const questions = logOf(page).getByRole('list', { name: 'Did you mean' }).getByRole('button')
  await expect(questions).not.toHaveCount(0)
  await page.getByRole('button', { name: 'Talk to a person' }).click()
  await expect(page.getByText('Ready to create a support ticket?')).toBeVisible()
  await expectAnswer(page, /person/)
  await page.getByRole('button', { name: 'Not Now' }).click()
  await expect(questions).not.toHaveCount(0)
  await questions.first().click()
  await expect(ownMessages(page)).toHaveCount(2)
  await expect(answersOf(page)).toHaveCount(4)
  await questions.last().click()
  await expect(ownMessages(page)).toHaveCount(3)
  await expect(questions).not.toHaveCount(0)
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
    await expectAnswer(page, words)
    await expectAnswer(page, 'Hello from the shop.')
    await context.close()
  })
}

test('[H2] a returning visitor is welcomed back', async ({ page }) => {
  await openChat(page)
  await sendMessage(page, 'Where is my order?')
  await expectAnswer(page, 'tracking link')
  await chatOf(page).getByRole('button', { name: 'What else can be done' }).click()
  await page.getByRole('menuitem', { name: 'Start a new chat' }).click()
  await expect(ownMessages(page)).toHaveCount(0)
  await expectAnswer(page, 'Welcome back!')
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
  const preview = page.getByRole('list', { name: 'Attached files' }).locator('img')
  await expect.poll(() => preview.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(1)
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toHaveAttribute('aria-disabled', 'false')
  await composerOf(page).fill('Here is a picture')
  await composerOf(page).press('Enter')
  await expect(logOf(page).getByRole('img', { name: 'crank.png' })).toBeVisible()
  const download = page.waitForEvent('download')
  await logOf(page).getByRole('link', { name: 'Download order.txt' }).click()
  expect((await download).suggestedFilename()).toBe('order.txt')
  await page.reload()
  await waitForGreeting(page)
  await expect(logOf(page).getByRole('img', { name: 'crank.png' })).toHaveJSProperty('complete', true)
})

test('[H1] a chat is downloaded as a text, its sound stays off over a reload, and it is mailed only to a confirmed address', async ({
  page,
}) => {
  await openChat(page)
  await sendMessage(page, 'Where is my order?')
  await expectAnswer(page, 'tracking link')
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'What else can be done' }).click()
    await page.getByRole('menu').getByText(name).click()
  }
  const downloading = page.waitForEvent('download')
  await choose('Download this chat')
  const text = await readFile(await (await downloading).path(), 'utf8')
  expect(text).toContain('Where is my order?')
  expect(text).toContain('tracking link')
  await choose('Send this chat by email')
  await expect(chatOf(page).getByText('A chat goes only to a confirmed email address.', { exact: false })).toBeVisible()
  await choose('Sound for new messages')
  await page.reload()
  await page.getByRole('button', { name: 'What else can be done' }).click()
  await expect(page.getByRole('menuitemradio', { name: 'Sound for new messages' })).toHaveAttribute(
    'aria-checked',
    'false',
  )
})

test('[U12] the language is switched in the chat: the choice is kept, and the conversation stays', async ({ page }) => {
  await openChat(page)
  await sendMessage(page, 'Where is my order?')
  await expectAnswer(page, 'tracking link')
  await chatOf(page).getByRole('button', { name: 'Language' }).click()
  await Promise.all([page.waitForEvent('load'), page.getByRole('menuitemradio', { name: 'Deutsch' }).click()])
  const cookies = await page.context().cookies()
  expect(cookies.find(({ name }) => name === 'segue_language')?.value).toBe('de')
  await expect(page.getByRole('log').getByText('Where is my order?', { exact: true }).first()).toBeVisible()
})
