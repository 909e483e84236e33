import { Readable } from 'node:stream'
import type { ImapFlow, MailboxObject } from 'imapflow'
import { MAX_MAIL_BYTES } from '#contracts/inbound-mail/inbound-mail.ts'
import * as m from '#i18n/messages.js'
import type { MailboxRow } from '#server/inbound-mail/schema.ts'
import { acceptMail, storeBytes } from '#server/inbound-mail/store-mail.ts'
import { type Platform, tenantOf } from '#server/platform/platform.ts'
import { inEnglish, text } from '#server/platform/text/message.ts'
import { updateMailbox } from './queries.ts'

/** Where a folder is read from. */
export type Position = Pick<MailboxRow, 'uidValidity' | 'lastUid'>

/**
 * Where reading goes on in an opened folder. The first time: behind what is in it. Where the folder was made anew (another UIDVALIDITY), at
 * its begin: what was taken in before is known by its content. Null for a folder whose next number the server does not say.
 */
export function positionIn({ uidValidity, uidNext }: Pick<MailboxObject, 'uidValidity' | 'uidNext'>, before: Position) {
  const validity = Number(uidValidity)
  if (before.uidValidity === validity) return before
  return { uidValidity: validity, lastUid: before.uidValidity === null ? Math.max(0, uidNext - 1) : 0 }
}

/**
 * Takes in what arrived in the opened folder since `position`, the first first, and gives the position behind it. A mail is marked as seen
 * only once it is stored: a server that is cut off gives it again.
 */
export async function fetchArrived(
  platform: Platform,
  client: ImapFlow,
  row: MailboxRow,
  position: Position,
): Promise<Position> {
  const found: { uid: number; size: number }[] = []
  const range = `${position.lastUid + 1}:*`
  for await (const { uid, size = 0 } of client.fetch(range, { uid: true, size: true }, { uid: true })) {
    // A range that begins behind the last mail gives the last mail.
    if (uid > position.lastUid) found.push({ uid, size })
  }
  let at = position
  for (const { uid, size } of found.sort((a, b) => a.uid - b.uid)) {
    const bytes = size <= MAX_MAIL_BYTES ? await wholeMail(client, uid) : await headOfMail(client, uid)
    if (bytes) await takeIn(platform, row, bytes)
    await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
    at = { ...at, lastUid: uid }
    await tenantOf(platform, row.tenantId).tx((t) => updateMailbox(t, row.id, at))
  }
  return at
}

/** Null for a mail that was deleted meanwhile. */
async function wholeMail(client: ImapFlow, uid: number): Promise<Readable | null> {
  const { content } = await client.download(String(uid), undefined, { uid: true, maxBytes: MAX_MAIL_BYTES + 1 })
  return content ?? null
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

async function takeIn(platform: Platform, row: MailboxRow, bytes: Readable): Promise<void> {
  const stored = await storeBytes(platform, bytes)
  const isNew = await acceptMail(tenantOf(platform, row.tenantId), stored, row.username)
  if (!isNew) await platform.files.remove(stored.storageKey)
}
