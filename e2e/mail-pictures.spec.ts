import sharp from 'sharp'
import { type ImapStandin, startImap } from '#test/standin/imap.ts'
import { expectAccessibleInBothThemes } from './accessibility.ts'
import { logOf, PORTAL, signUpAtPortal, unique } from './customer.ts'
import { inMailTo } from './mail.ts'
import { addMailbox, removeMailbox } from './mailbox.ts'
import { picture } from './picture.ts'
import { expect, signIn, test } from './segue.ts'
import { teamOf } from './team.ts'

let imap: ImapStandin
test.beforeEach(async () => {
  imap = await startImap()
})
test.afterEach(() => imap.stop())

const LAMP = await pngOf(
  '<rect width="420" height="240" fill="#274"/><circle cx="210" cy="120" r="80" fill="#fd6"/>',
  420,
)
const LOGO = await pngOf('<rect width="120" height="40" fill="#a33"/><text x="14" y="27" fill="#fff">Park</text>', 120)

function pngOf(content: string, width: number): Promise<Buffer> {
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${width === 420 ? 240 : 40}">${content}</svg>`,
    ),
  )
    .png()
    .toBuffer()
}

type Mail = { from: string; to?: string; subject: string; html: string }

/** A mail whose HTML shows parts of it. */
const mailOf = ({ from, to = 'support@hollowbrook.example', subject, html }: Mail): string => {
  const part = (id: string, content: Buffer) => [
    '--r',
    `Content-Type: image/png; name="${id}.png"`,
    'Content-Transfer-Encoding: base64',
    `Content-ID: <${id}@example.org>`,
    '',
    content.toString('base64'),
  ]
  return [
    `From: Ada Park <${from}>`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: <${crypto.randomUUID()}@example.org>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/related; boundary=r',
    '',
    '--r',
    'Content-Type: text/html; charset=utf-8',
    '',
    html,
    ...(html.includes('cid:lamp') ? part('lamp', LAMP) : []),
    ...part('logo', LOGO),
    '--r--',
    '',
  ].join('\r\n')
}

const LOGO_BELOW = '<p>Ada Park<br><img src="cid:logo@example.org" alt="Park Ltd."></p>'

test('[V3] pictures in the text of a mail are at their places, in the desk and in the portal; none is loaded from elsewhere', async ({
  page,
  secondPage,
  segue,
}, info) => {
  const asked: string[] = []
  for (const one of [page, secondPage]) one.on('request', (request) => asked.push(request.url()))
  await signIn(page, segue)
  await addMailbox(page, imap)
  const email = `ada.${crypto.randomUUID().slice(0, 8)}@example.org`
  const subject = unique('Lamp')
  const html = [
    '<p>This is the front lamp:</p><p><img src="cid:lamp@example.org" alt="The lamp"></p><p>It flickers.</p>',
    '<p>Rear: <img src="cid:gone@example.org" alt="The rear lamp"> <img src="https://tracker.example/x.png" alt="Elsewhere"></p>',
    LOGO_BELOW,
  ].join('')
  imap.deliver(mailOf({ from: email, subject, html }))
  const team = await teamOf(segue)
  await expect.poll(() => team.ticketBySubject(subject).catch(() => null)).not.toBeNull()
  const { id } = await team.ticketBySubject(subject)
  await page.goto(`/admin?section=tickets&ticket=${id}`)

  const message = page.getByRole('article', { name: 'Ada Park' }).first()
  const lamp = message.getByRole('button', { name: 'Open The lamp' })
  await expect(message).toContainText(/This is the front lamp:\s*It flickers\.\s*Rear: \[The rear lamp\] \[Elsewhere\]/)
  await expect(message.locator('img')).toHaveCount(2)
  await expect.poll(() => lamp.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(420)
  await expectAccessibleInBothThemes(page)
  await picture(page, info, 'desk-dark')
  await lamp.click()
  await expect(page.getByRole('dialog').getByRole('img', { name: 'The lamp' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.emulateMedia({ colorScheme: 'light' })
  await picture(page, info, 'desk-light')
  await page.setViewportSize({ width: 390, height: 844 })
  await picture(page, info, 'desk-phone')

  await secondPage.setViewportSize({ width: 390, height: 844 })
  await secondPage.goto(await inMailTo(segue, email, /Confirm my address: (\S+)/))
  await secondPage.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(secondPage.getByText(/Your address is confirmed for request/)).toBeVisible()
  await secondPage.goto(PORTAL)
  await signUpAtPortal(secondPage, segue, email)
  await secondPage.getByRole('button', { name: new RegExp(subject) }).click()
  const own = logOf(secondPage).locator('[data-author="customer"]')
  await expect(own).toContainText(/This is the front lamp:\s*It flickers\./)
  await expect(own.getByRole('img', { name: 'The lamp' })).toBeVisible()
  await expect(own.getByRole('img')).toHaveCount(2)

  const to = await inMailTo(segue, email, /^Reply-To:[\s<]*([^\s<>@]+@[^\s<>]+)/m)
  imap.deliver(mailOf({ from: email, to, subject: `Re: ${subject}`, html: `<p>It went out.</p>${LOGO_BELOW}` }))
  for (const shown of [message.page().getByRole('article').filter({ hasText: 'It went out.' }), own.last()]) {
    await expect(shown).toContainText(/It went out\.\s*Ada Park\s*\[Park Ltd\.\]/)
    await expect(shown.locator('img')).toHaveCount(0)
  }
  await expectAccessibleInBothThemes(secondPage)
  await picture(secondPage, info, 'portal-phone-dark')
  await secondPage.emulateMedia({ colorScheme: 'light' })
  await secondPage.setViewportSize({ width: 1440, height: 900 })
  await picture(secondPage, info, 'portal-light')
  await picture(page, info, 'desk-repeated')
  expect(asked.filter((url) => url.includes('tracker.example'))).toEqual([])
  for (const status of ['in-progress', 'resolved']) await team.move(id, status)
  await page.setViewportSize({ width: 1440, height: 900 })
  await removeMailbox(page)
})
