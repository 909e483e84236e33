import { randomUUID } from 'node:crypto'
import { uploadGuestFile } from '#contracts/conversation/file.ts'
import { startGuestSession } from '#contracts/customer/guest-session.ts'
import { signIn } from '#contracts/identity/session.ts'
import type { TicketId } from '#contracts/ids.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { PASSWORD } from '#server/identity/fixture.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { CallFailure, clientOf, signInCookie, type TestClient } from '#test/client.ts'
import type { SinkMail } from '#test/smtp-sink.ts'
import { atMost, exactly, type Figure } from './figures.ts'
import { until } from './site.ts'

/** A business under attack, its owner's e-mail, and the mails that left the server. */
export type Target = { url: string; tenant: Tenant; slug: string; ownerEmail: string; mails: readonly SinkMail[] }

const WORDS = 'Pay at evil.example'
const MEGABYTE = 1024 * 1024
/** A guest who came by the portal, as a stranger does, from the given address. */
async function guestAt({ url, slug }: Target, address: string): Promise<TestClient> {
  const visitor = clientOf(url, { 'x-forwarded-for': address })
  const { token } = await visitor.call(startGuestSession, { params: { slug }, body: { bearer: true } })
  return clientOf(url, { 'x-forwarded-for': address, authorization: `Bearer ${token}` })
}

const guestsAt = async (target: Target, addresses: readonly string[]): Promise<TestClient[]> => {
  const guests: TestClient[] = []
  for (const address of addresses) guests.push(await guestAt(target, address))
  return guests
}

async function submit({ slug }: Target, guest: TestClient, email: string): Promise<TicketId | null> {
  const id = randomUUID() as TicketId
  const body = { id, name: WORDS, email, subject: WORDS, description: WORDS }
  try {
    await guest.call(submitTicket, { params: { slug }, body })
    return id
  } catch (error) {
    if (error instanceof CallFailure && error.status === 429) return null
    throw error
  }
}

const numberOf = async (target: Target, sql: string): Promise<number> =>
  target.tenant.read(async (t) => Number((await t.sql<{ n: string | null }>(sql))[0]?.n ?? 0))

/** Twenty strangers at twenty addresses name one person's address in a ticket each; then a member answers one of them. */
export async function mailBomb(target: Target): Promise<Figure[]> {
  const victim = 'victim@example.com'
  const guests = await guestsAt(
    target,
    Array.from({ length: 20 }, (_, n) => `203.0.113.${n}`),
  )
  const ids = await Promise.all(guests.map((guest) => submit(target, guest, victim)))
  const accepted = ids.filter((id) => id !== null)
  const isSettled = async () =>
    (await numberOf(target, `SELECT count(*) AS n FROM email_notification WHERE status = 'pending'`)) === 0
  await until(async () => (await isSettled()) || undefined, 'the end of the mails')
  const bombs = target.mails.filter(({ to }) => to.includes(victim)).length
  const owner = clientOf(target.url, { cookie: await signInCookie(target.url, target.ownerEmail, PASSWORD) })
  await owner.call(sendTicketMessage, {
    params: { ticketId: accepted[0] ?? '' },
    body: { id: randomUUID() as never, body: 'An answer', visibility: 'public' },
  })
  await until(async () => (await isSettled()) || undefined, 'the end of the mails')
  const toVictim = target.mails.filter(({ to }) => to.includes(victim))
  return [
    exactly('tickets that name the address', accepted.length, 20),
    atMost('automatic mails to it', bombs, 3),
    atMost(
      'mails to it with words of the stranger',
      toVictim.filter(({ raw }) => raw.includes('evil.example')).length,
      0,
    ),
    exactly('replies of a member to it', toVictim.length - bombs, 1),
  ]
}

/** Twenty guests at one address write tickets and upload files as fast as they can; meanwhile a customer writes from elsewhere. */
export async function flood(target: Target, seconds: number): Promise<Figure[]> {
  const guests = await guestsAt(target, Array(20).fill('198.51.100.7'))
  const other = await guestAt(target, '192.0.2.44')
  const end = Date.now() + seconds * 1000
  let accepted = 0
  let tried = 0
  const write = async (guest: TestClient) => {
    while (Date.now() < end) {
      tried += 1
      if (await submit(target, guest, `${randomUUID()}@example.com`)) accepted += 1
    }
  }
  const [, elsewhere] = await Promise.all([Promise.all(guests.map(write)), submit(target, other, 'ada@example.com')])
  const ofOne = await uploadUntilRefused(target, guests[0]!)
  for (const guest of guests.slice(1)) await uploadUntilRefused(target, guest)
  const stored = await numberOf(target, 'SELECT sum(size) AS n FROM file')
  const notices = await numberOf(target, `SELECT count(*) AS n FROM activity_log WHERE type = 'flood_held_back'`)
  return [
    atMost(`tickets accepted of ${tried} from one address in ${seconds} s`, accepted, 60 + Math.ceil(seconds / 60)),
    exactly('tickets accepted from another address meanwhile', elsewhere ? 1 : 0, 1),
    atMost('megabytes that one guest keeps unsent', ofOne, 100),
    atMost('megabytes that the address keeps', Math.round(stored / MEGABYTE), 500),
    exactly('notices to the team', notices, 1),
  ]
}

/** Uploads files of 10 MB until one is refused. Gives the megabytes that were accepted. */
async function uploadUntilRefused({ slug }: Target, guest: TestClient): Promise<number> {
  const bytes = new Blob(['words and more\n'.repeat((10 * MEGABYTE) / 15)])
  for (let accepted = 0; ; accepted += 10) {
    const form = new FormData()
    form.append('file', bytes, 'note.txt')
    const path = uploadGuestFile.path.replace(':slug', slug)
    const { status } = await guest.raw(path, { method: 'POST', body: form })
    if (status === 413 || status === 429) return accepted
    if (status !== 201) throw new Error(`an upload was answered ${status}`)
  }
}

/** A stranger tries passwords of the owner's account from five addresses; then the owner signs in, on a known and on a new device. */
export async function lockOut(target: Target, forward: (seconds: number) => void): Promise<Figure[]> {
  const { url, ownerEmail: email } = target
  const attempt = async (from: string, password: string, cookie = '') => {
    const response = await fetch(`${url}${signIn.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from, cookie },
      body: JSON.stringify({ email, password, portal: 'business' }),
    })
    await response.text()
    const { status, headers } = response
    return { status, wait: Number(headers.get('retry-after')), cookies: headers.getSetCookie() }
  }
  const first = await attempt('192.0.2.10', PASSWORD)
  const device = first.cookies.map((line) => line.split(';')[0]).find((line) => line?.startsWith('segue-device-'))
  let checked = 0
  for (let n = 0; n < 100; n += 1) {
    const { status } = await attempt(`203.0.113.${100 + (n % 5)}`, `wrong ${n}`)
    if (status === 401) checked += 1
  }
  const known = await attempt('192.0.2.10', PASSWORD, device)
  let fresh = await attempt('192.0.2.99', PASSWORD)
  const waited = fresh.status === 429 ? fresh.wait : 0
  if (waited > 0) {
    forward(waited)
    fresh = await attempt('192.0.2.99', PASSWORD)
  }
  return [
    atMost('passwords checked of 100 tried from five addresses', checked, 20),
    exactly('owner signed in on a known device', known.status === 200 ? 1 : 0, 1),
    exactly('owner signed in on a new device', fresh.status === 200 ? 1 : 0, 1),
    atMost('seconds the new device waited', waited, 60),
  ]
}
