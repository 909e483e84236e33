import { Readable } from 'node:stream'
import type { ImapFlow, MailboxObject } from 'imapflow'
import { MAX_MAIL_BYTES } from '#contracts/inbound-mail/inbound-mail.ts'
import * as m from '#i18n/messages.js'
import type { MailboxRow } from '#server/inbound-mail/schema.ts'
import { acceptMail, storeBytes } from '#server/inbound-mail/store-mail.ts'
import { MailError } from '#server/platform/mail/mailer.ts'
import { type Platform, tenantOf } from '#server/platform/platform.ts'
import { inEnglish, text } from '#server/platform/text/message.ts'
import { updateMailbox } from './queries.ts'

/** Where a folder is read from. */
export type Position = Pick<MailboxRow, 'uidValidity' | 'lastUid'>

/**
 * Where reading goes on in an opened folder. The first time: behind what is in it. Where the folder was made anew (another UIDVALIDITY, or numbers
 * that went back under the same one), at its begin: what was taken in before is known by its content, and what is older than the mailbox
 * here stays where it is.
 */
export function positionIn({ uidValidity, uidNext }: Pick<MailboxObject, 'uidValidity' | 'uidNext'>, before: Position) {
  const validity = Number(uidValidity)
  if (before.uidValidity === null) return { uidValidity: validity, lastUid: Math.max(0, (uidNext || 1) - 1) }
  if (before.uidValidity === validity && !(uidNext <= before.lastUid)) return before
  return { uidValidity: validity, lastUid: 0 }
}

/** So many mails are marked as seen, and noted as taken in, together. A cut before that gives them again, and they are known by their content. */
const BATCH = 50

type Listed = { uid: number; size: number; arrivedAt: Date | null }

/**
 * Takes in what arrived in the opened folder since `position`, the first first, and gives the position behind it. A mail is marked as seen
 * only once it is stored whole: a server that is cut off gives it again. Throws MailError.
 */
export async function fetchArrived(
  platform: Platform,
  client: ImapFlow,
  row: MailboxRow,
  position: Position,
): Promise<Position> {
  const { found, highest } = await listArrived(client, row, position)
  let at = position
  const goOn = async (lastUid: number) => {
    at = { ...at, lastUid }
    await tenantOf(platform, row.tenantId).tx((t) => updateMailbox(t, row.id, at))
  }
  for (let start = 0; start < found.length; start += BATCH) {
    const batch = found.slice(start, start + BATCH)
    for (const mail of batch) await takeIn(platform, client, row, mail)
    const uids = batch.map(({ uid }) => uid)
    await client.messageFlagsAdd(uids.join(','), ['\\Seen'], { uid: true })
    requireConnected(client)
    await goOn(uids.at(-1) as number)
  }
  if (highest > at.lastUid) await goOn(highest)
  return at
}

type Arrivals = { found: Listed[]; highest: number }

async function listArrived(client: ImapFlow, row: MailboxRow, { lastUid }: Position): Promise<Arrivals> {
  requireConnected(client)
  const all: Listed[] = []
  const wanted = { uid: true, size: true, internalDate: true }
  for await (const { uid, size = 0, internalDate } of client.fetch(`${lastUid + 1}:*`, wanted, { uid: true })) {
    const arrivedAt = internalDate ? new Date(internalDate) : null
    // A range that begins behind the last mail gives the last mail.
    if (uid > lastUid) all.push({ uid, size, arrivedAt })
  }
  requireConnected(client)
  all.sort((a, b) => a.uid - b.uid)
  return { found: all.filter(({ arrivedAt }) => isOfMailbox(arrivedAt, row)), highest: all.at(-1)?.uid ?? 0 }
}

/** The clocks of two servers differ by as much. */
const CLOCKS_DIFFER_MS = 10 * 60_000

/** Not so for what was in the folder when the mailbox was added here; a server that gives no date hides nothing. */
const isOfMailbox = (arrivedAt: Date | null, { createdAt }: MailboxRow): boolean =>
  !(arrivedAt && arrivedAt.getTime() < createdAt.getTime() - CLOCKS_DIFFER_MS)

/** A connection that broke answers as if there were nothing: what it says then is not believed. */
function requireConnected(client: ImapFlow): void {
  if (!client.usable) throw new MailError(m.mail_fault_unreachable, { permanent: false, fault: 'unreachable' })
}

async function takeIn(platform: Platform, client: ImapFlow, row: MailboxRow, { uid, size }: Listed): Promise<void> {
  const bytes = size <= MAX_MAIL_BYTES ? await wholeMail(client, uid) : await headOfMail(client, uid)
  // It was deleted meanwhile, or the connection broke.
  if (!bytes) return requireConnected(client)
  const stored = await storeBytes(platform, bytes)
  const isNew = await acceptMail(tenantOf(platform, row.tenantId), stored, row.username).catch(
    async (error: unknown) => {
      await platform.files.remove(stored.storageKey)
      throw error
    },
  )
  if (!isNew) await platform.files.remove(stored.storageKey)
}

/** Null for a mail that is not there. */
async function wholeMail(client: ImapFlow, uid: number): Promise<Readable | null> {
  const pieces = piecesOf(client, uid)
  const first = await pieces.next()
  return first.done ? null : Readable.from(joined(first.value, pieces))
}

const PIECE = 512 * 1024

/**
 * A mail piece by piece. The client's own download ends like a whole mail where the connection breaks, and its error may have no listener,
 * which would end the process.
 */
async function* piecesOf(client: ImapFlow, uid: number): AsyncGenerator<Buffer> {
  for (let start = 0; ; ) {
    const mail = await client.fetchOne(String(uid), { source: { start, maxLength: PIECE } }, { uid: true })
    requireConnected(client)
    const piece = mail ? mail.source : undefined
    if (!piece?.length) return
    yield piece
    start += piece.length
    if (piece.length < PIECE) return
  }
}

async function* joined(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* rest
}

/** Of a mail that is too large its head, with a line that says so: a ticket shows that it is there. */
async function headOfMail(client: ImapFlow, uid: number): Promise<Readable | null> {
  const mail = await client.fetchOne(String(uid), { headers: true }, { uid: true })
  const head = mail ? mail.headers : undefined
  if (!head) return null
  const kept = head.toString('latin1').replace(/^content-[^\n]*\n(?:[ \t][^\n]*\n)*/gim, '')
  const note = inEnglish(text(m.mail_too_large, { megabytes: MAX_MAIL_BYTES / 1024 / 1024 }))
  return Readable.from([Buffer.from(`${kept.trimEnd()}\r\n\r\n${note}\r\n`, 'latin1')])
}
