import type { Page } from '@playwright/test'
import { setKeys } from './agents.ts'
import { answersOf, expectAnswer, openChat, sendMessage } from './customer.ts'
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
