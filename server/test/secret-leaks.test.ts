import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendGuestMessage, startConversation } from '#contracts/conversation/guest-conversation.ts'
import { startGuestSession } from '#contracts/customer/guest-session.ts'
import { getSession, signIn } from '#contracts/identity/session.ts'
import { streamDesk } from '#contracts/ticket/desk-stream.ts'
import { makeAccount } from '#server/identity/fixture.ts'
import { makePlatformOwner } from '#server/identity/service.ts'
import { createLog } from '#server/platform/log.ts'
import { addMember } from '#server/tenant/service.ts'
import { pathOf } from './client.ts'
import { type Harness, startHarness } from './harness.ts'
import { queryAsOwner } from './owner-query.ts'
import { startChat, submitForm, uploadText } from './proof/full-tenant.ts'

const key = randomBytes(32)
const lines: string[] = []
let h: Harness
beforeAll(async () => {
  // Records every log line at the most detailed level.
  const log = createLog('trace', { write: (line) => lines.push(line) })
  h = await startHarness({ env: { MASTER_KEY: key.toString('base64') }, overrides: { log } })
})
afterAll(() => h.stop())

it('passwords, sessions, guest tokens and the master key are not in logs, replies, errors or the database', async () => {
  const replies: string[] = []
  const request = async (path: string, init: RequestInit = {}) => {
    const response = await h.visitor().raw(path, init)
    replies.push(
      `${[...response.headers].filter(([name]) => name !== 'set-cookie').join('\n')}\n${await response.text()}`,
    )
    return response
  }
  const json = (body: unknown, headers: Record<string, string> = {}) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const secrets: Record<string, string> = {
    password: 'Tr0ub4dor-canary-right',
    wrongPassword: 'Tr0ub4dor-canary-wrong',
    ownerPassword: 'Tr0ub4dor-canary-owner',
    masterKeyBase64: key.toString('base64'),
    masterKeyHex: key.toString('hex'),
  }

  const acme = await h.tenant()
  const { email, userId } = await makeAccount(h.platform, { password: secrets.password! })
  await acme.tenant.tx((t) => addMember(t, { userId, email, name: 'Ann', role: 'admin' }))
  await makePlatformOwner(h.platform, { email: 'owner@example.com', password: secrets.ownerPassword!, name: 'O' })
  const { actor } = await h.guest(acme)
  expect(actor.guestId).toBeTruthy()

  // Sign-in: right, wrong, malformed, at the wrong portal, and with a password in the wrong field.
  const credentials = { email, password: secrets.password, portal: 'business' }
  const signedIn = await request(signIn.path, json(credentials))
  await request(signIn.path, json({ ...credentials, password: secrets.wrongPassword }))
  await request(signIn.path, json({ ...credentials, portal: secrets.password }))
  await request(signIn.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"password":"${secrets.password}`,
  })
  await request(`${signIn.path}?password=${secrets.password}`, json(credentials))
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  secrets.cookie = decodeURIComponent(cookie.split('=').slice(1).join('='))
  secrets.session = secrets.cookie.split('.')[0] ?? ''
  expect(secrets.session.length).toBeGreaterThan(20)

  // A guest, with the token in the header, in the cookie, and in wrong fields.
  const begun = await h
    .visitor()
    .raw(pathOf(startGuestSession, { params: { slug: acme.slug } }), json({ bearer: true }))
  secrets.guestToken = ((await begun.json()) as { token: string }).token
  const bearer = { authorization: `Bearer ${secrets.guestToken}` }
  const guest = h.visitor()
  guest.headers.authorization = bearer.authorization
  const file = await uploadText(guest, acme.slug)
  const chat = await startChat(guest, acme.slug, [file])
  await submitForm(guest, acme.slug, chat.conversationId)
  await request(getSession.path, { headers: { cookie } })
  await request('/api/tickets', { headers: { cookie, ...bearer } })
  await request('/api/tickets', { headers: { cookie: `${cookie}x` } })
  await request(`/api/portal/${acme.slug}/tickets`, { headers: bearer })
  await request(
    pathOf(startConversation, { params: { slug: acme.slug } }),
    json({ id: secrets.guestToken, context: secrets.session }, bearer),
  )
  await request(`/api/portal/${acme.slug}/files/${secrets.guestToken}`, { headers: bearer })
  await request(`/metrics`, { headers: { authorization: `Bearer ${secrets.session}` } })
  const stream = await guest.stream(`/api/portal/${acme.slug}/conversations/${chat.conversationId}/stream?after=0`)
  const desk = h.visitor()
  desk.headers.cookie = cookie
  const deskStream = await desk.stream(streamDesk.path)
  await stream.waitFor('conversation.changed')
  // Server faults under requests that carry secrets: the driver's error messages hold the values.
  const send = pathOf(sendGuestMessage, { params: chat.params })
  const message = json({ id: crypto.randomUUID(), body: 'a customer’s words', fileIds: [] }, { cookie, ...bearer })
  await queryAsOwner(h.database.ownerUrl, `ALTER TABLE message ADD CONSTRAINT never CHECK (body NOT LIKE '%words')`)
  const failed = await request(send, message)
  const list = await withoutTable('ticket', () => request('/api/tickets?words=jo@example.com', { headers: { cookie } }))
  const session = await withoutTable('guest', () => request(`/api/portal/${acme.slug}/tickets`, { headers: bearer }))
  await withoutTable('session', () => request(signIn.path, json(credentials)))
  expect([failed.status, list.status, session.status]).toEqual([500, 500, 500])
  replies.push(JSON.stringify([stream.received, deskStream.received]))
  for (const one of [stream, deskStream]) one.close()

  expect(lines.length).toBeGreaterThan(10)
  const logged = lines.join('')
  for (const code of ['42P01', '23514']) expect(logged, 'the fault itself is logged').toContain(code)
  expect(logged).not.toContain('params:')
  const stored = await databaseText()
  for (const [name, secret] of Object.entries(secrets)) {
    for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
      expect(logged.includes(form), `${name} in the log: ${around(logged, form)}`).toBe(false)
      expect(replies.join('\n').includes(form), `${name} in an answer: ${around(replies.join('\n'), form)}`).toBe(false)
      expect(stored.includes(form), `${name} in the database`).toBe(false)
    }
  }
  // Message texts and addresses of customers are not logged either.
  for (const text of ['proof@example.com', 'a customer’s words', 'jo@example.com', email]) {
    expect(logged.includes(text), around(logged, text)).toBe(false)
  }
})

/** Runs a function while a table is missing. */
async function withoutTable<T>(table: 'ticket' | 'guest' | 'session', run: () => Promise<T>): Promise<T> {
  const name = table === 'session' ? 'auth.session' : table
  await queryAsOwner(h.database.ownerUrl, `ALTER TABLE ${name} RENAME TO gone`)
  try {
    return await run()
  } finally {
    await queryAsOwner(h.database.ownerUrl, `ALTER TABLE ${name.replace(table, 'gone')} RENAME TO ${table}`)
  }
}

const around = (text: string, part: string): string => {
  const at = text.indexOf(part)
  return at < 0 ? '' : text.slice(Math.max(0, at - 200), at + part.length + 40)
}

/** Every row of every table, as text. */
async function databaseText(): Promise<string> {
  const tables = await queryAsOwner<{ name: string }>(
    h.database.ownerUrl,
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'auth', 'pgboss')`,
  )
  const texts = await Promise.all(
    tables.map(({ name }) =>
      queryAsOwner<{ text: string }>(h.database.ownerUrl, `SELECT string_agg(t::text, E'\\n') AS text FROM ${name} t`),
    ),
  )
  return texts.map(([row]) => row?.text ?? '').join('\n')
}
