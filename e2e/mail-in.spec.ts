import type { Locator, Page } from '@playwright/test'
import { type ImapStandin, startImap } from '#test/standin/imap.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './accessibility.ts'
import { unique } from './customer.ts'
import { inMailTo } from './mail.ts'
import { addMailbox, removeMailbox } from './mailbox.ts'
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
  const card = await addMailbox(page, imap)
  const subject = unique('Lamp')
  const received = await arrive(page, subject)
  imap.deliver('\r\nno header at all')
  await expect(received.getByText('It is no mail: it has no headers.')).toBeVisible()
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

  await removeMailbox(page)
})

test('[V3] the reply to a mail with copies shows who gets it before it is sent: people can be taken out and added', async ({
  page,
  segue,
}, info) => {
  await signIn(page, segue)
  await addMailbox(page, imap)
  const subject = unique('Copies')
  const received = await arrive(page, subject)
  const item = received.getByRole('listitem').filter({ hasText: subject })
  await item.getByRole('link', { name: 'Open the ticket' }).click()
  const composer = page.getByRole('region', { name: 'Write' })
  const copies = composer.getByRole('region', { name: 'Copies of the reply' })
  // It is not proved who wrote the mail: whom it has in copy is proposed and gets nothing by itself.
  await expect(composer.getByText(/ada\.park@example\.org$/)).toBeVisible()
  await copies.getByRole('button', { name: 'Send a copy to somebody' }).click()
  await copies.getByLabel('Address for a copy').fill('ben.ott@example.org')
  await copies.getByLabel('Address for a copy').press('Enter')
  await expect(copies.getByText('Ben Ott <ben.ott@example.org>')).toBeVisible()
  await expect(composer.getByText(/ada\.park@example\.org, copy to ben\.ott@example\.org$/)).toBeVisible()
  await expectAccessibleInBothThemes(page)
  const address = copies.getByLabel('Address for a copy')
  await address.fill('support+hollowbrook@mail.example.com')
  await expect(copies.getByText('Press Enter to add the address')).toBeVisible()
  await address.press('Enter')
  await expect(copies.getByRole('alert')).toHaveText(
    'support+hollowbrook@mail.example.com is an address of your business.',
  )
  const other = `carla.${unique('x').replace(/\W/g, '')}@example.org`.toLowerCase()
  await address.fill(other)
  await address.press('Enter')
  await expect(copies.getByText(other)).toBeVisible()
  await picture(page, info, 'mail-copies')
  await page.setViewportSize({ width: 390, height: 844 })
  await picture(page, info, 'mail-copies-phone')
  await page.setViewportSize({ width: 1440, height: 900 })
  await copies.getByRole('button', { name: 'No copy to Ben Ott <ben.ott@example.org>' }).click()
  await expect(composer.getByText(`copy to ${other}`)).toBeVisible()
  await composer.getByRole('textbox', { name: 'Reply' }).fill('It is the blue lamp.')
  await composer.getByRole('button', { name: 'Send', exact: true }).click()
  const sent = page.getByRole('article').filter({ hasText: 'It is the blue lamp.' })
  await expect(sent.getByText(`Copy to ${other}`)).toBeVisible()
  await expect(sent.getByRole('button', { name: 'Undo' })).toBeHidden({ timeout: 15_000 })
  expect(await inMailTo(segue, 'ada.park@example.org', /^Cc: (\S+)\r?$/m)).toBe(other)
  const team = await teamOf(segue)
  const { id } = await team.ticketBySubject(subject)
  await team.move(id, 'resolved')
  await removeMailbox(page)
})

/** A mail arrives and is in the list of received mails. */
async function arrive(page: Page, subject: string): Promise<Locator> {
  imap.deliver(mail(subject))
  const received = page.getByRole('region', { name: 'Received mails' })
  await expect(received.getByRole('listitem').filter({ hasText: subject }).getByText('New ticket')).toBeVisible()
  return received
}
