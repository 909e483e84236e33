import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { MAX_FILE_BYTES } from '#contracts/conversation/file.ts'
import type { EarlierExport } from '#contracts/owner/emergency.ts'
import * as m from '#i18n/messages.js'
import { type OwnerCall, recordedAct } from '#server/owner/act.ts'
import { earlierDocument } from '#server/owner/schema.ts'
import type { Database } from '#server/platform/db/database.ts'
import { AppError, invalid } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { decryptSecret, encryptSecret } from '#server/platform/secrets/encrypt.ts'
import { type Text, text } from '#server/platform/text/message.ts'

const Documents = z.record(z.string(), z.record(z.string(), z.unknown()))
/** `business_settings/u1`, or deeper: collections and ids take turns. */
const PATH = /^[^/\p{Cc}]{1,500}(\/[^/\p{Cc}]{1,500}\/[^/\p{Cc}]{1,500})*\/[^/\p{Cc}]{1,500}$/u
/** Rows of one statement. */
const BATCH = 500

export type EarlierDocument = { path: string; collection: string; fields: Record<string, unknown> }

/** The collection of a document: its path without the ids. */
const collectionOf = (path: string): string =>
  path
    .split('/')
    .filter((_, n) => n % 2 === 0)
    .join('/')

const contextOf = (path: string) => `earlier document:${path}`

/** Reads the export of a request and keeps its documents in place of those that were read before, all or none. */
export async function readEarlierExport(call: OwnerCall): Promise<EarlierExport> {
  const documents = parse(await receive(call.request))
  const { masterKey, clock } = call.platform
  const importedAt = clock.now()
  const rows = documents.map(([path, fields]) => ({
    path,
    collection: collectionOf(path),
    encrypted: encryptSecret(masterKey, JSON.stringify(fields), contextOf(path)),
    importedAt,
  }))
  const act = { action: 'earlier_export_read', detail: { documents: rows.length } }
  await recordedAct(call, act, async ({ db }) => {
    await db.query("SELECT pg_advisory_xact_lock(hashtext('earlier export'))")
    await db.orm.delete(earlierDocument)
    for (let at = 0; at < rows.length; at += BATCH) {
      await db.orm.insert(earlierDocument).values(rows.slice(at, at + BATCH))
    }
  })
  return stagedExport(call.platform.db)
}

async function receive(request: FastifyRequest): Promise<string> {
  if (!request.isMultipart()) throw new AppError('unsupported', m.error_not_multipart)
  const chunks: Buffer[] = []
  try {
    const part = await request.file({ limits: { files: 1, fileSize: MAX_FILE_BYTES } })
    if (part?.fieldname !== 'file') throw invalid({ 'body.file': m.error_file_missing })
    for await (const chunk of part.file as AsyncIterable<Buffer>) chunks.push(chunk)
    if (part.file.truncated) {
      const megabytes = Math.floor(MAX_FILE_BYTES / 1024 / 1024)
      throw new AppError('too_large', text(m.error_file_too_large, { megabytes }))
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('invalid_input', m.error_file_incomplete, { cause: error })
  }
  return Buffer.concat(chunks).toString('utf8')
}

const refuse = (fault: Text) => invalid({ 'body.file': fault })

function parse(given: string): [string, Record<string, unknown>][] {
  let json: unknown
  try {
    json = JSON.parse(given)
  } catch {
    throw refuse(m.error_earlier_export_json)
  }
  const read = Documents.safeParse(json)
  if (!read.success) throw refuse(m.error_earlier_export_shape)
  const documents = Object.entries(read.data)
  const wrong = documents.find(([path]) => !PATH.test(path))
  if (wrong) throw refuse(text(m.error_earlier_export_path, { path: wrong[0].slice(0, 100) }))
  if (documents.length === 0) throw refuse(m.error_earlier_export_empty)
  return documents
}

/** How many documents there are, by collection. */
export async function stagedExport(db: Pick<Database, 'query'>): Promise<EarlierExport> {
  const rows = await db.query<{ name: string; documents: number; at: Date }>(
    'SELECT collection AS name, count(*)::int AS documents, max(imported_at) AS at FROM auth.earlier_document GROUP BY 1 ORDER BY 1',
  )
  return {
    documents: rows.reduce((sum, { documents }) => sum + documents, 0),
    collections: rows.map(({ name, documents }) => ({ name, documents })),
    importedAt: rows[0]?.at.toISOString() ?? null,
  }
}

/** The documents of some collections, decrypted. Throws SecretError where they were read under another master key. */
export async function listEarlierDocuments(
  { db, masterKey }: Platform,
  collections: readonly string[],
): Promise<EarlierDocument[]> {
  const rows = await db.query<{ path: string; collection: string; encrypted: string }>(
    'SELECT path, collection, encrypted FROM auth.earlier_document WHERE collection = ANY ($1) ORDER BY path',
    [collections],
  )
  return rows.map(({ path, collection, encrypted }) => ({
    path,
    collection,
    fields: JSON.parse(decryptSecret(masterKey, encrypted, contextOf(path))) as Record<string, unknown>,
  }))
}
