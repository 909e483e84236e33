import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { fillTicketForm, logOf, PORTAL, unique } from './customer.ts'
import { inMailTo } from './mail.ts'
import { expect, type Segue, test } from './segue.ts'

/** The link in the mail that was sent to an address. */
const linkOf = (segue: Segue, address: string): Promise<string> => inMailTo(segue, address, /Confirm my address: (\S+)/)

async function submitTicket(page: Page, email: string, description: string): Promise<void> {
  await page.goto(`${PORTAL}&tab=submit-ticket`)
  await fillTicketForm(page, { subject: 'Left pedal', email, description })
  await page.getByRole('main').getByRole('button', { name: 'Submit Ticket' }).click()
  await expect(page.getByText('Left pedal').first()).toBeVisible()
}

test('[V4] the link of a mail asks whether the address is theirs, confirms it and opens the conversation', async ({
  page,
  segue,
}) => {
  const email = `ada.${crypto.randomUUID().slice(0, 8)}@example.org`
  const description = unique('It falls off.')
  await submitTicket(page, email, description)
  await page.goto(await linkOf(segue, email))
  const dialog = page.getByRole('dialog', { name: 'Is this address yours?' })
  await expect(dialog).toContainText('Confirm it only if that was you.')
  const text = dialog.getByRole('status')
  await expect(text).toBeFocused()
  await expectAccessible(page, 'all')
  await dialog.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(text).toHaveText(/Your address is confirmed for request #\d+\./)
  await expect(text).toBeFocused()
  expect(page.url()).not.toContain('confirm=')
  await dialog.getByRole('button', { name: 'Open the conversation' }).click()
  await expect(logOf(page)).toContainText(description)
})

test('[V4] a link that is not complete is refused with what to do', async ({ page, segue }) => {
  const email = `ada.${crypto.randomUUID().slice(0, 8)}@example.org`
  await submitTicket(page, email, 'It falls off.')
  await page.goto((await linkOf(segue, email)).slice(0, -3))
  const dialog = page.getByRole('dialog', { name: 'Is this address yours?' })
  await dialog.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(dialog).toContainText('This link has expired or is not complete. Send your request again')
  await dialog.getByRole('button', { name: 'It was not me' }).click()
  await expect(dialog).toBeHidden()
})
