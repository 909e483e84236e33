import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { composeEnvelope } from '#server/platform/mail/compose.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'

let h: Harness
let acme: TestTenant
beforeAll(async () => {
  h = await startHarness()
  acme = await h.tenant()
})
afterAll(() => h.stop())

const submit = async (email: string) => {
  const body = { id: crypto.randomUUID() as never, name: 'Jo', email, subject: 'S', description: 'D' }
  const guest = await h.guest(acme)
  return guest.call(submitTicket, { params: { slug: acme.slug }, body }).then(
    () => 'accepted',
    ({ error }) => error.fields?.['body.email'],
  )
}

describe('the email address of the ticket form', () => {
  it.each([
    'a@[127.0.0.1]',
    'a@[IPv6:::1]',
    'a[b]@example.com',
    `${'a'.repeat(65)}@example.com`,
    'a\u0001b@example.com',
    '"a b"@example.com',
    'a@localhost',
    'a@example.c',
  ])('%j is refused with a sentence', async (email) => {
    expect(await submit(email)).toBe('Enter an email address like name@example.com.')
  })

  it.each([
    'jo@example.com',
    "o'neil+orders@mail.example.co.uk",
    'jürgen@müller.example',
    `${'a'.repeat(64)}@example.com`,
    'a@1.2.3.example',
    'a@xn--mnchen-3ya.example',
    `a@${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(60)}.example`,
  ])('%j is accepted, and the mailer sends to it', async (email) => {
    expect(await submit(email)).toBe('accepted')
    const mail = { to: email, subject: 'S', text: 'T', html: 'T', messageId: '<a@b>' }
    expect(composeEnvelope(mail, 'no-reply@segue.example').to).toEqual({ name: '', address: email })
  })
})
