import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from './accessibility.ts'
import { toast } from './desk.ts'
import { picture } from './picture.ts'
import { expect, memberOf, signIn, test } from './segue.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

const open = async (page: Page) => {
  await page.goto('/admin?section=settings&tab=notifications')
  await expect(card(page, 'Your notifications').getByRole('table')).toBeVisible()
}

test('[V1] a member chooses events and channels, which stay; a channel that is not set up says so', async ({
  page,
  segue,
}) => {
  await signIn(page, segue, memberOf(segue, 'agent'))
  await open(page)
  const mentions = page.getByLabel('A note mentions me: Email')
  const toggle = async () => {
    const saved = page.waitForResponse((one) => one.request().method() === 'PUT')
    await mentions.click()
    await saved
  }
  await toggle()
  await expect(mentions).not.toBeChecked()
  await expect(page.getByText('Text messages are not set up on this installation.')).toBeVisible()
  await expect(card(page, 'Outbox')).toHaveCount(0)
  await page.reload()
  await expect(mentions).not.toBeChecked()
  await toggle()
  await expect(mentions).toBeChecked()
})

test('[V2] an admin sees letters, sends a test, finds it in the outbox, blocks an address, and reads why a mail server fails', async ({
  page,
  segue,
}, info) => {
  await signIn(page, segue)
  await open(page)
  const letters = card(page, 'Letters')
  await expect(letters.getByTitle('Preview of the letter')).toBeVisible()
  await letters.getByRole('button', { name: 'Send me a test' }).click()
  await expect(toast(page, /A test is on its way to/)).toBeVisible()
  await page.reload()
  await expect(card(page, 'Outbox').getByText('Sent').first()).toBeVisible()
  const blocks = card(page, 'Blocked addresses')
  await blocks.getByLabel('Email address').fill('nobody@example.com')
  await blocks.getByRole('button', { name: 'Block' }).click()
  await blocks.getByRole('button', { name: 'Send mail to nobody@example.com again' }).click()
  await expect(blocks.getByText('No address is blocked.')).toBeVisible()
  const server = card(page, 'Your own mail server')
  await server.getByLabel('Host').fill('10.0.0.1')
  await server.getByLabel('Sender address').fill('help@example.com')
  await server.getByRole('button', { name: 'Save' }).click()
  await server.getByRole('button', { name: 'Send me a test' }).click()
  await expect(server.getByText(/is not public/).first()).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await letters.scrollIntoViewIfNeeded()
  await picture(page, info, 'notifications')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await picture(page, info, 'notifications-phone')
  await server.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(server.getByText(/Mails go through the platform/)).toBeVisible()
})
