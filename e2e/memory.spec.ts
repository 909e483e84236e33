import type { Page } from '@playwright/test'
import { chatOf, escalate, expectAnswer, logOf, openChat, SLUG, sendMessage, unique } from './customer.ts'
import { picture } from './picture.ts'
import { expect, memberOf, signIn, test } from './segue.ts'

const QUESTION = 'Where is my order?'
const ANSWER = 'tracking link'
const thumb = (page: Page, label: 'This helped' | 'This did not help') =>
  logOf(page).getByRole('button', { name: label }).last()
const memoryOf = (page: Page) => page.getByRole('dialog', { name: 'What we remember about you' })

async function openMemory(page: Page): Promise<void> {
  const name = 'What we remember about you'
  if (await chatOf(page).isVisible()) {
    await page.getByRole('button', { name: 'What else can be done' }).click()
    await page.getByRole('menuitem', { name }).click()
  } else await page.getByRole('button', { name }).click()
  await expect(memoryOf(page)).toBeVisible()
}

/** An exchange is remembered after its answer, in a separate transaction. */
async function untilRemembered(page: Page, text: string): Promise<void> {
  const isRemembered = async () => {
    await openMemory(page)
    const count = await memoryOf(page).getByText(text).count()
    await memoryOf(page).getByRole('button', { name: 'Close' }).click()
    return count > 0
  }
  await expect.poll(isRemembered, { timeout: 40_000 }).toBe(true)
}

test('[M2] a visitor rates an answer, reads what is remembered of them, and has it erased', async ({ page }, info) => {
  await openChat(page)
  await sendMessage(page, QUESTION)
  await expectAnswer(page, ANSWER)
  await thumb(page, 'This helped').click()
  await expect(thumb(page, 'This helped')).toHaveAttribute('aria-pressed', 'true')
  await expect(logOf(page).getByText('Thank you.')).toBeVisible()
  await picture(page, info, '1-a-thumb-up')
  await page.reload()
  await expect(thumb(page, 'This helped')).toHaveAttribute('aria-pressed', 'true')
  await thumb(page, 'This helped').click()
  await expect(thumb(page, 'This helped')).toHaveAttribute('aria-pressed', 'false')
  await thumb(page, 'This did not help').click()
  await expect(logOf(page).getByText('the team will look at it')).toBeVisible()

  await openMemory(page)
  await expect(memoryOf(page).getByText(QUESTION)).toBeVisible()
  await expect(memoryOf(page).getByText('Europe/Berlin')).toBeVisible()
  await picture(page, info, '2-what-is-remembered')
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture(page, info, '2-what-is-remembered-in-the-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await memoryOf(page).getByRole('button', { name: 'Erase all of it' }).click()
  const ask = page.getByRole('dialog', { name: 'Erase what we remember?' })
  await picture(page, info, '3-before-erasing')
  await ask.getByRole('button', { name: 'Cancel' }).click()
  await expect(memoryOf(page).getByText(QUESTION)).toBeVisible()
  await memoryOf(page).getByRole('button', { name: 'Erase all of it' }).click()
  await ask.getByRole('button', { name: 'Erase', exact: true }).click()
  await expect(memoryOf(page).getByText('Nothing is remembered about you any more.', { exact: false })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(chatOf(page)).toBeVisible()
  await openMemory(page)
  await expect(memoryOf(page).getByText('Nothing is remembered', { exact: true })).toBeVisible()
})

test('[M2] memory on a phone: read and closed again', async ({ page }, info) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/support?tenant=${SLUG}`)
  await openMemory(page)
  await picture(page, info, '1-nothing-remembered-on-a-phone')
  await memoryOf(page).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Start Chat' }).click()
  await sendMessage(page, QUESTION)
  await expectAnswer(page, ANSWER)
  await expect(thumb(page, 'This did not help')).toBeVisible()
  await picture(page, info, '2-thumbs-on-a-phone')
  await openMemory(page)
  await expect(memoryOf(page).getByText(QUESTION)).toBeVisible()
  await picture(page, info, '3-memory-on-a-phone')
})

test('[H2] a returning visitor is greeted with the topic of the last chat', async ({ page }) => {
  await openChat(page)
  await sendMessage(page, 'I was charged twice, I want my refund')
  await untilRemembered(page, 'charged twice')
  await chatOf(page).getByRole('button', { name: 'What else can be done' }).click()
  await page.getByRole('menuitem', { name: 'Start a new chat' }).click()
  await expect(logOf(page).getByText('Welcome back! Last time it was about', { exact: false })).toBeVisible()
})

test('[T6] [M2] [E3] a member who takes an escalated ticket sees its summary, a reply draft and the customer’s memory', async ({
  page,
  secondPage: desk,
  segue,
}, info) => {
  const subject = unique('Lost order')
  await openChat(page)
  await sendMessage(page, QUESTION)
  await expectAnswer(page, ANSWER)
  await thumb(page, 'This did not help').click()
  await sendMessage(page, 'My order HB-1042 was paid with an invoice of 89.90 € two weeks ago and has not come')
  await untilRemembered(page, 'HB-1042')
  await escalate(page, subject)

  await desk.setViewportSize({ width: 1440, height: 900 })
  await signIn(desk, segue, memberOf(segue))
  await desk.goto('/admin?section=tickets')
  await desk.getByText(subject).first().click()
  const brief = desk.getByRole('region', { name: 'Summary' })
  await expect(brief.getByText('HB-1042').first()).toBeVisible({ timeout: 30_000 })
  await expect(brief.getByText('Taken from the chat and your knowledge', { exact: false })).toBeVisible()
  await expect(desk.getByText('Did not help the customer')).toBeVisible()
  const memory = desk.getByRole('region', { name: 'What the assistant remembers' })
  await expect(memory.getByText('An invoice')).toBeVisible()
  await picture(desk, info, '1-summary-and-memory')
  await desk.emulateMedia({ colorScheme: 'dark' })
  await picture(desk, info, '1-summary-and-memory-in-the-dark')
  await desk.emulateMedia({ colorScheme: 'light' })

  await brief.getByRole('button', { name: 'Use as reply' }).click()
  const composer = desk.getByRole('textbox', { name: 'Reply' })
  await expect(composer).toBeFocused()
  await expect(composer).toHaveValue(/^Hello Ada, thank you for waiting\./)
  await picture(desk, info, '2-the-reply-is-in-the-composer')
  // Nothing was sent to the customer automatically.
  await expect(logOf(page).getByText('Hello Ada')).toHaveCount(0)

  await sendMessage(page, 'It was sent to Baker Street by the way')
  await expect(brief.getByText('The customer has written since.')).toBeVisible()
  await brief.getByRole('button', { name: 'Write it anew' }).click()
  await expect(brief.getByText('The customer has written since.')).toHaveCount(0)

  await desk.setViewportSize({ width: 390, height: 844 })
  await desk.getByRole('button', { name: 'Details', exact: true }).click()
  await expect(desk.getByRole('region', { name: 'Summary' })).toBeVisible()
  // The panel opens with an animation.
  await expect.poll(async () => (await desk.getByRole('dialog').boundingBox())?.x).toBe(0)
  await picture(desk, info, '3-on-a-phone')
})
