import type { Locator, Page } from '@playwright/test'
import type { ImapStandin } from '#test/standin/imap.ts'
import { expectAccessible } from './accessibility.ts'
import { expect } from './segue.ts'

/** Adds the mailbox of a stand-in to the business; gives its card in the settings. */
export async function addMailbox(page: Page, imap: ImapStandin): Promise<Locator> {
  await page.goto('/admin?section=settings&tab=notifications')
  const card = page.getByRole('region', { name: 'Mail in' })
  await expect(card.getByText('support+hollowbrook@mail.example.com')).toBeVisible()
  await card.getByRole('button', { name: 'Add a mailbox' }).click()
  await card.getByLabel('IMAP server').fill('127.0.0.1')
  await card.getByLabel('Port').fill(String(imap.port))
  await card.getByLabel('Security').click()
  await page.getByRole('option', { name: 'None' }).click()
  await card.getByLabel('User name').fill('ada')
  await card.getByLabel('Password', { exact: true }).fill('secret')
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Add a mailbox' }).click()
  await expect(card.getByText(/^Last read/)).toBeVisible({ timeout: 60_000 })
  return card
}

export async function removeMailbox(page: Page): Promise<void> {
  await page.goto('/admin?section=settings&tab=notifications')
  const card = page.getByRole('region', { name: 'Mail in' })
  await card.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(card.getByText('127.0.0.1')).toBeHidden()
}
