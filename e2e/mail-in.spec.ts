import { type ImapStandin, startImap } from '#test/standin/imap.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './accessibility.ts'
import { unique } from './customer.ts'
import { picture } from './picture.ts'
import { expect, signIn, test } from './segue.ts'
import { teamOf } from './team.ts'

const mail = (subject: string) =>
  [
    'From: Ada Park <ada.park@example.org>',
    'To: support@hollowbrook.example',
    'Cc: Ben Ott <ben.ott@example.org>',
    `Subject: ${subject}`,
    `Message-ID: <${crypto.randomUUID()}@example.org>`,
    'Authentication-Results: mx.example.com; spf=pass; dkim=fail; dmarc=fail',
    '',
    'The front lamp flickers.',
    '',
    'On Mon, 23 Nov 2026 Maya wrote:',
    '> Which lamp is it?',
    '',
  ].join('\r\n')

let imap: ImapStandin
test.beforeEach(async () => {
  imap = await startImap()
})
test.afterEach(() => imap.stop())

test('[V3] an admin adds a mailbox; a mail in it becomes a ticket, whose folded part and further facts are shown', async ({
  page,
  segue,
}, info) => {
  await signIn(page, segue)
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
  const subject = unique('Lamp')
  imap.deliver(mail(subject))
  const received = page.getByRole('region', { name: 'Received mails' })
  await expect(received.getByRole('listitem').filter({ hasText: subject }).getByText('New ticket')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await card.scrollIntoViewIfNeeded()
  await picture(page, info, 'mail-in')
  await page.setViewportSize({ width: 390, height: 844 })
  await card.scrollIntoViewIfNeeded()
  await picture(page, info, 'mail-in-phone')
  await page.setViewportSize({ width: 1440, height: 900 })
  await received
    .getByRole('listitem')
    .filter({ hasText: subject })
    .getByRole('link', { name: 'Open the ticket' })
    .click()

  const message = page.getByRole('article', { name: 'Ada Park' })
  await expect(message.getByText('The front lamp flickers.')).toBeVisible()
  await expect(message.getByText('Copy to Ben Ott <ben.ott@example.org>')).toBeVisible()
  await expect(message.getByText('SPF pass · DKIM fail · DMARC fail')).toBeVisible()
  await expect(message.getByText('> Which lamp is it?')).toBeHidden()
  await message.getByRole('button', { name: 'Show more' }).click()
  await expect(message.getByText('> Which lamp is it?')).toBeVisible()
  const download = page.waitForEvent('download')
  await message.getByRole('link', { name: 'Download the original' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.eml$/)
  await expectAccessible(page)
  await picture(page, info, 'mail-ticket')
  const team = await teamOf(segue)
  const { id } = await team.ticketBySubject(subject)
  for (const status of ['in-progress', 'resolved']) await team.move(id, status)

  await page.goto('/admin?section=settings&tab=notifications')
  await card.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(card.getByText('127.0.0.1')).toBeHidden()
})
