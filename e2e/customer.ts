import type { FrameLocator, Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { inMailTo } from './mail.ts'
import { expect, type Segue } from './segue.ts'

/** Steps of a customer that many tests share. */

export const SLUG = 'hollowbrook'
export const PORTAL = `/support?tenant=${SLUG}`

export const chatOf = (page: Page): Locator => page.getByRole('dialog', { name: /^Chat with/ })
export const logOf = (page: Page): Locator => page.getByRole('log', { name: 'Messages' })
export const ownMessages = (page: Page): Locator => logOf(page).locator('[data-author="customer"]')
export const composerOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Message', exact: true })

/** The assistant's messages, the greeting first. */
export const answersOf = (page: Page): Locator => logOf(page).locator('[data-author="assistant"]')

/** Opens the portal of a business and a chat by the given button; waits for the greeting. */
export async function openChat(page: Page, button = 'Start Chat', slug = SLUG): Promise<void> {
  await page.goto(`/support?tenant=${slug}`)
  await page.getByRole('button', { name: button }).click()
  await waitForGreeting(page)
}

export async function waitForGreeting(page: Page): Promise<void> {
  await expect(logOf(page).getByRole('article').first()).toBeVisible()
}

/** Sends a message with Enter and waits until it is shown. */
export async function sendMessage(page: Page, text: string): Promise<void> {
  // Before the chat is open, Enter keeps the text and sends nothing.
  await waitForGreeting(page)
  await composerOf(page).fill(text)
  await composerOf(page).press('Enter')
  await expect(logOf(page).getByText(text, { exact: true }).last()).toBeVisible()
}

/** Expects that the assistant's last message contains `text`. */
export async function expectAnswer(page: Page, text: string | RegExp): Promise<void> {
  await expect(answersOf(page).last()).toContainText(text)
}

/** Asks for a person in the chat and opens the form. */
export async function openTicketForm(chat: Page | FrameLocator): Promise<void> {
  await chat.getByRole('button', { name: 'Talk to a person' }).click()
  await chat.getByRole('button', { name: 'Yes, Create Ticket' }).click()
}

type Form = { subject: string; email?: string; description?: string }

/** Fills in the ticket form, of the page or of a chat; without `description` what the chat has filled in stays. */
export async function fillTicketForm(page: Page | FrameLocator, form: Form): Promise<void> {
  await page.getByLabel('Name').fill('Ada Park')
  await page.getByLabel('Email').fill(form.email ?? 'ada.park@example.org')
  await page.getByLabel('Subject').fill(form.subject)
  if (form.description) await page.getByLabel('Description').fill(form.description)
}

/** Submits the ticket form of the chat. */
export async function submitInChat(page: Page): Promise<void> {
  await chatOf(page).getByRole('button', { name: 'Submit Ticket' }).click()
  await expect(logOf(page).getByText(/^Ticket #\d+ created$/)).toBeVisible()
}

/** Creates a ticket with a unique subject from the chat by "Talk to a person". */
export async function escalate(page: Page, subject: string): Promise<void> {
  await openTicketForm(page)
  await fillTicketForm(page, { subject, description: 'Please have a look at my order HB-1042.' })
  await submitInChat(page)
}

/** Unique, so that no two tests share a ticket. */
export const unique = (text: string): string => `${text} ${crypto.randomUUID().slice(0, 8)}`

export const CUSTOMER_PASSWORD = 'violet harbour 93'

/** Makes an account on the portal that is shown, by the code of a mail; waits for the customer's tickets. */
export async function signUpAtPortal(page: Page, segue: Segue, email: string): Promise<void> {
  const dialogOf = (name: string) => page.getByRole('dialog', { name })
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await dialogOf('Sign in').getByRole('button', { name: 'Create an account' }).click()
  const form = dialogOf('Create an account')
  await form.getByLabel('Your name').fill('Ada Moss')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel(/Password/).fill(CUSTOMER_PASSWORD)
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Send me a code' }).click()
  await dialogOf('Enter the code')
    .getByLabel('Code')
    .fill(await inMailTo(segue, email, /^(\d{6})\r?$/m))
  await dialogOf('Enter the code').getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Tickets' })).toBeVisible()
}
