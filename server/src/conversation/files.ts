import { and, asc, eq, inArray, isNotNull, isNull, or, type SQLWrapper } from 'drizzle-orm'
import type { FileView } from '#contracts/conversation/file.ts'
import type { ConversationId, FileId, GuestId, InboundMailId, MessageId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import type { Actor, Guest, Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { removeStoredFile } from '#server/platform/files/removal.ts'
import { isTheirs } from './queries.ts'
import { conversation, type FileRow, file, message } from './schema.ts'

export const presentFile = ({ id, name, mime, size, isImage, placeholder }: FileRow): FileView => ({
  id,
  name,
  mime,
  size,
  isImage,
  ...(placeholder !== null && { placeholder }),
})

/** Who uploaded a file: a member or a guest. */
type Uploader = Pick<FileRow, 'uploadedByKind' | 'uploadedById'>

const uploaderOf = (actor: Guest | Member): Uploader =>
  actor.kind === 'member'
    ? { uploadedByKind: 'member', uploadedById: actor.userId }
    : { uploadedByKind: 'guest', uploadedById: actor.guestId }

const uploadedBy = (actor: Guest | Member) => {
  const { uploadedByKind, uploadedById } = uploaderOf(actor)
  return and(eq(file.uploadedByKind, uploadedByKind), eq(file.uploadedById, uploadedById))
}

/** Stores the row of an uploaded file, with the actor as its uploader and without a message. */
export async function recordUpload(
  t: Tx,
  actor: Guest | Member,
  stored: Pick<FileRow, 'name' | 'mime' | 'size' | 'isImage' | 'storageKey'>,
): Promise<FileRow> {
  const rows = await t.db
    .insert(file)
    .values({
      ...stored,
      ...uploaderOf(actor),
      tenantId: t.tenantId,
      id: crypto.randomUUID() as FileId,
      createdAt: t.now,
    })
    .returning()
  return rows[0]!
}

/**
 * Attaches uploads to a message, in the given order. Only uploads of the actor that are not attached yet: anything else is invalid_input
 * on `body.fileIds`.
 */
export async function attachFiles(t: Tx, actor: Actor, messageId: MessageId, fileIds: FileId[]): Promise<FileView[]> {
  const ids = [...new Set(fileIds)]
  if (ids.length === 0) return []
  const rows =
    actor.kind === 'member' || actor.kind === 'guest'
      ? await t.db
          .update(file)
          .set({ messageId })
          .where(and(eq(file.tenantId, t.tenantId), inArray(file.id, ids), isNull(file.messageId), uploadedBy(actor)))
          .returning()
      : []
  if (rows.length !== ids.length) {
    throw invalid({ 'body.fileIds': m.error_file_gone })
  }
  return ids.flatMap((id) => rows.filter((row) => row.id === id).map(presentFile))
}

/** A stored file that came with a message, and the mail it came by. */
export type ReceivedFile = Pick<FileRow, 'name' | 'mime' | 'size' | 'isImage' | 'placeholder' | 'storageKey'> & {
  mailId: InboundMailId
}

/** Adds the rows of files that came with a message; nobody waits for it. */
export function recordReceivedFiles(t: Tx, messageId: MessageId, received: readonly ReceivedFile[]): FileView[] {
  const rows = received.map(
    ({ mailId, ...stored }, at): FileRow => ({
      ...stored,
      tenantId: t.tenantId,
      id: crypto.randomUUID() as FileId,
      messageId,
      uploadedByKind: 'mail',
      uploadedById: mailId,
      // They are listed by time.
      createdAt: new Date(t.now.getTime() + at),
    }),
  )
  if (rows.length > 0) t.write(t.db.insert(file).values(rows))
  return rows.map(presentFile)
}

/** Uploads of a member that are not attached to a message, of these ids. */
export async function listUnsentFiles(t: Tx, actor: Member, ids: FileId[]): Promise<FileView[]> {
  if (ids.length === 0) return []
  const rows = await t.db
    .select()
    .from(file)
    .where(and(eq(file.tenantId, t.tenantId), inArray(file.id, ids), isNull(file.messageId), uploadedBy(actor)))
  return rows.map(presentFile)
}

/** The files of many messages at once; a message without files is not in it. */
export async function filesOf(t: Tx, messageIds: MessageId[] | SQLWrapper): Promise<Map<MessageId, FileView[]>> {
  const files = new Map<MessageId, FileView[]>()
  if (Array.isArray(messageIds) && messageIds.length === 0) return files
  const rows = await (Array.isArray(messageIds) ? t.db : t.prepared)
    .select()
    .from(file)
    .where(and(eq(file.tenantId, t.tenantId), inArray(file.messageId, messageIds)))
    .orderBy(asc(file.createdAt), asc(file.id))
  for (const row of rows) {
    if (row.messageId) files.set(row.messageId, [...(files.get(row.messageId) ?? []), presentFile(row)])
  }
  return files
}

/**
 * A file the actor may read: a member every attached file of the tenant, a guest the attachments of public messages in their
 * conversations, and both their uploads that are not attached yet. Throws not_found for anything else.
 */
export async function getFile(t: Tx, actor: Guest | Member, id: FileId): Promise<FileRow> {
  const shown =
    actor.kind === 'member'
      ? isNotNull(file.messageId)
      : and(isNotNull(file.messageId), eq(message.visibility, 'public'), isTheirs(actor))
  const rows = await t.db
    .select({ row: file })
    .from(file)
    .leftJoin(message, and(eq(message.tenantId, file.tenantId), eq(message.id, file.messageId)))
    .leftJoin(
      conversation,
      and(eq(conversation.tenantId, message.tenantId), eq(conversation.id, message.conversationId)),
    )
    .where(
      and(eq(file.tenantId, t.tenantId), eq(file.id, id), or(shown, and(isNull(file.messageId), uploadedBy(actor)))),
    )
  const row = rows[0]?.row
  if (!row) throw notFound('file')
  return row
}

/** Deletes the row of an upload if it is not attached; a job removes the stored file after the commit. */
export async function deleteUnsentFile(t: Tx, id: FileId): Promise<void> {
  const rows = await t.db
    .delete(file)
    .where(and(eq(file.tenantId, t.tenantId), eq(file.id, id), isNull(file.messageId)))
    .returning({ storageKey: file.storageKey })
  await enqueueFileRemoval(t, rows)
}

/** Deletes the file rows of conversations that are about to be deleted; call it before that, in the same transaction. */
export async function deleteConversationFiles(t: Tx, ids: ConversationId[]): Promise<void> {
  const messages = t.db
    .select({ id: message.id })
    .from(message)
    .where(and(eq(message.tenantId, t.tenantId), inArray(message.conversationId, ids)))
  const rows = await t.db
    .delete(file)
    .where(and(eq(file.tenantId, t.tenantId), inArray(file.messageId, messages)))
    .returning({ storageKey: file.storageKey })
  await enqueueFileRemoval(t, rows)
}

/** Deletes the uploads of guests that were not sent. */
export async function deleteUploadsOf(t: Tx, guestIds: GuestId[]): Promise<void> {
  if (guestIds.length === 0) return
  const rows = await t.db
    .delete(file)
    .where(and(eq(file.tenantId, t.tenantId), isNull(file.messageId), inArray(file.uploadedById, guestIds)))
    .returning({ storageKey: file.storageKey })
  await enqueueFileRemoval(t, rows)
}

async function enqueueFileRemoval(t: Tx, rows: { storageKey: string }[]): Promise<void> {
  for (const { storageKey } of rows) await t.enqueue(removeStoredFile, { storageKey })
}
