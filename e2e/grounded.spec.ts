import type { Page } from '@playwright/test'
import { setKeys } from './agents.ts'
import { answersOf, chatOf, expectAnswer, logOf, openChat, ownMessages, sendMessage } from './customer.ts'
import { controlLiveStream } from './live-stream-control.ts'
import { picture } from './picture.ts'
import { expect, memberOf, type Segue, signIn, test } from './segue.ts'

const BUSINESS = 2
const SLUG = 'alder-court'
const QUESTION = 'What does whitening cost?'

/** A tenant with a provider key: the stand-in is the model that words its answers. */
async function withKey(page: Page, segue: Segue): Promise<void> {
  segue.standin.reset()
  await signIn(page, segue, memberOf(segue, 'owner', BUSINESS))
  await setKeys(page, segue, { openai: 'sk-grounded-walk' })
}

/** Opens a chat and asks a first question, which warms up search and provider connections. */
async function warmChat(page: Page): Promise<void> {
  await openChat(page, 'Start Chat', SLUG)
  await sendMessage(page, 'Do you take my insurance?')
  // The sources appear when the answer is complete; until then nothing can be sent.
  await expect(
    answersOf(page)
      .last()
      .getByRole('button', { name: /^Read the source/ }),
  ).toBeVisible({ timeout: 30_000 })
}

test('[K5] [H8] a model’s answer cites its sources by number, which open the passage; an unsupported sentence is not in it', async ({
  page,
  segue,
}, info) => {
  await withKey(page, segue)
  await warmChat(page)
  segue.standin.setBehaviour('openai', {
    reply:
      'In the practice whitening takes 75 minutes and costs $350 [1]. At home it takes 2 weeks and costs $180 [1]. ' +
      'It is free for students [1]. See ![offer](https://evil.example/p.png) or https://evil.example/whitening.',
  })
  await sendMessage(page, QUESTION)
  await expect(answersOf(page).last()).toContainText('costs $350')
  await expect(answersOf(page).last()).toContainText('costs $180')
  await expect(answersOf(page).last()).not.toContainText(/students|evil/)
  await answersOf(page)
    .last()
    .getByRole('button', { name: /^1: Read the source/ })
    .click()
  await expect(page.getByRole('dialog', { name: 'How does whitening work and what does it cost?' })).toBeVisible()
  await page.keyboard.press('Escape')
  for (const [name, scheme, width] of [
    ['light', 'light', 1280],
    ['dark', 'dark', 1280],
    ['phone', 'light', 390],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width, height: 800 })
    await picture(page, info, `cited-${name}`)
  }
})

test('[H1] an interrupted answer is shown as interrupted and can be requested again', async ({ page, segue }, info) => {
  await withKey(page, segue)
  await warmChat(page)
  segue.standin.setBehaviour('openai', [
    { reply: 'In the practice whitening takes 75 minutes [1]. At home it takes two we', isTruncated: true },
    'fine',
  ])
  await sendMessage(page, QUESTION)
  await expect(answersOf(page).last()).toContainText('This answer was interrupted.')
  await picture(page, info, 'interrupted')
  await answersOf(page).last().getByRole('button', { name: 'Ask again' }).click()
  await expectAnswer(page, '$350')
  await expect(answersOf(page).last()).not.toContainText('interrupted')
})

test('[H3] a provider that dies in the middle of an answer: what was said stays, also after a reload, and a person is offered', async ({
  page,
  segue,
}, info) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await withKey(page, segue)
  await warmChat(page)
  segue.standin.setBehaviour('openai', {
    reply: 'In the practice whitening takes 75 minutes [1]. At home it takes two we',
    isDropped: true,
  })
  await sendMessage(page, QUESTION)
  const answer = answersOf(page).last()
  await expect(answer).toContainText('This answer was interrupted.')
  await expect(answer).toContainText('In the practice it takes 75 minutes')
  await expect(answer).not.toContainText('two we')
  await expect(answer.getByRole('button', { name: 'Ask again' })).toBeVisible()
  const shown = await logOf(page).getByRole('article').allInnerTexts()
  await page.reload()
  await expect(answer).toContainText('This answer was interrupted.')
  await expect.poll(() => logOf(page).getByRole('article').allInnerTexts()).toEqual(shown)
  await picture(page, info, 'interrupted-person-offered')
  await answer.getByRole('button', { name: 'Ask a person instead' }).click()
  await expect(page.getByRole('button', { name: 'Yes, Create Ticket' })).toBeVisible()
})

test('[H1] a network that is cut in the middle of an answer: what was said stays, the rest comes with the network, and nothing twice', async ({
  page,
  segue,
  context,
}) => {
  await controlLiveStream(page)
  await withKey(page, segue)
  await warmChat(page)
  segue.standin.setBehaviour('openai', {
    firstMs: 0,
    betweenMs: 500,
    reply:
      'In the practice it takes 75 minutes and costs $350; at home with trays made for you it takes 2 weeks and costs $180 [1]. ' +
      'Both lighten by 4 to 8 shades and last 1 to 3 years [1]. Teeth can be sensitive for 2 days [1].',
  })
  await sendMessage(page, QUESTION)
  const answer = answersOf(page).last()
  await expect(answer).toContainText('costs $350')
  await context.setOffline(true)
  await page.evaluate(() => {
    window.liveStream.isHeld = true
    window.liveStream.cut()
  })
  await expect(chatOf(page).getByText('You are offline.')).toBeVisible()
  const shown = await answer.textContent()
  await expect.poll(() => segue.standin.open, { timeout: 30_000 }).toBe(0)
  expect(shown).toContain('costs $350')
  expect(await answer.textContent()).toBe(shown)
  await context.setOffline(false)
  await page.evaluate(() => {
    window.liveStream.isHeld = false
  })
  await expect(answer).toContainText('sensitive for 2 days')
  await expect(answer).not.toHaveAttribute('aria-busy')
  const isWhole = async () => {
    await expect(answersOf(page)).toHaveCount(3)
    await expect(ownMessages(page)).toHaveCount(2)
    expect((await answer.textContent())?.match(/costs \$350|sensitive for/g)).toHaveLength(2)
  }
  await isWhole()
  await page.reload()
  await expect(answer).toContainText('sensitive for 2 days')
  await isWhole()
})
