import type { FastifyRequest } from 'fastify'
import { DocumentId } from '#contracts/ids.ts'
import type { DocumentCategory, DocumentType } from '#contracts/knowledge/document.ts'
import * as m from '#i18n/messages.js'
import { documentsChanged } from '#server/knowledge/events.ts'
import { splitIntoPassages } from '#server/knowledge/passages.ts'
import { EDIT_KNOWLEDGE } from '#server/knowledge/policy.ts'
import type { DocumentRow } from '#server/knowledge/schema.ts'
import type { Actor, Member } from '#server/platform/actor.ts'
import { createOnce, isSameContent } from '#server/platform/db/create-once.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import { receiveFile } from '#server/platform/files/receive.ts'
import { removeStoredFile } from '#server/platform/files/removal.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { text } from '#server/platform/text/message.ts'
import { recordActivity } from '#server/tenant/service.ts'
import { processDocument } from './jobs.ts'
import { presentDocument } from './present.ts'
import {
  claimSampleDocuments,
  countDocuments,
  deleteDocumentRows,
  getDocumentRow,
  insertDocument,
  type ListedDocument,
  readDocumentContent,
  replaceDocumentPassages,
  updateDocument,
  updateVersion,
} from './queries.ts'
import { SAMPLE_DOCUMENTS } from './sample-documents.ts'

type Optional<T, K extends keyof T> = Omit<T, K> & Partial<Pick<T, K>>

export type NewDocument = Pick<DocumentRow, 'name' | 'type' | 'category' | 'content'> &
  Partial<Pick<DocumentRow, 'language' | 'status' | 'isDemo'>>

/** Adds a short text without processing it in the background, for demo data and tests; active unless stated otherwise. */
export async function addDocument(t: Tx, given: NewDocument): Promise<ListedDocument> {
  const id = DocumentId.parse(crypto.randomUUID())
  const status = given.status ?? 'active'
  const times = { uploadedAt: t.now, queuedAt: t.now, processedAt: status === 'active' ? t.now : null }
  await insertDocument(t, { ...given, ...times, id, status, size: given.content.length })
  if (status === 'active') await replaceDocumentPassages(t, id, splitIntoPassages(given.content))
  return getDocumentRow(t, id)
}

export async function addSampleDocuments(t: Tx): Promise<void> {
  if (!(await claimSampleDocuments(t))) return
  if ((await countDocuments(t)).total > 0) return
  for (const sample of SAMPLE_DOCUMENTS) await addDocument(t, { ...sample, isDemo: true })
}

type Kind = { type: DocumentType; category: DocumentCategory }
type UnprocessedDocument = Optional<
  Pick<DocumentRow, 'id' | 'name' | 'source' | 'origin' | 'storageKey' | 'content'>,
  'content'
> &
  Kind

const createDocumentOnce = (tenant: Tenant, actor: Member, given: UnprocessedDocument): Promise<ListedDocument> =>
  createOnce(tenant, {
    create: (t) => createDocument(t, actor, given),
    findSame: (t) => findIdenticalDocument(t, given),
    conflict: () => conflict(m.error_document_id_taken),
  })

/** Stores the document and queues its processing, in one transaction. */
async function createDocument(t: Tx, actor: Member, given: UnprocessedDocument): Promise<ListedDocument> {
  const times = { uploadedAt: t.now, queuedAt: t.now, uploadedBy: actor.userId }
  await insertDocument(t, {
    content: '',
    size: given.content?.length ?? 0,
    ...given,
    ...times,
    status: 'processing',
  })
  await t.enqueue(processDocument, { tenantId: t.tenantId, documentId: given.id })
  await recordActivity(t, actor, {
    action: text(m.activity_document_added, { name: given.name }),
    type: 'document_added',
  })
  return getDocumentRow(t, given.id)
}

/** The document stored under the id, when it was added by the same request. */
async function findIdenticalDocument(t: Tx, given: UnprocessedDocument): Promise<ListedDocument | null> {
  const row = await getDocumentRow(t, given.id)
  const { id, type, category, source, origin } = given
  const isSame = isSameContent({ id, type, category, source, origin }, row)
  // Without a name of the member's the page's title replaces the address.
  const hasSameName = row.name === given.name || (source === 'url' && given.name === nameOfPage(origin))
  const hasSameText = source !== 'text' || asStored(await readDocumentContent(t, row.id)) === asStored(given.content)
  return isSame && hasSameName && hasSameText ? row : null
}

/** A pasted text as it is stored after processing. */
const asStored = (text: string | null | undefined) => (text ?? '').replaceAll('\r\n', '\n').trim()

/** Adds a text. Its status is `processing` until the background job has parsed it. */
export const addTextDocument = (
  tenant: Tenant,
  actor: Member,
  given: Kind & { id: DocumentId; name: string; content: string },
): Promise<ListedDocument> => {
  requireRole(actor, EDIT_KNOWLEDGE)
  return createDocumentOnce(tenant, actor, { ...given, source: 'text', origin: null, storageKey: null })
}

/** Adds a public page or file by its URL, which is fetched and parsed in the background. */
export const addPageDocument = (
  tenant: Tenant,
  actor: Member,
  { url, ...given }: Kind & { id: DocumentId; name: string; url: string },
): Promise<ListedDocument> => {
  requireRole(actor, EDIT_KNOWLEDGE)
  const origin = parseUrl(url)
  const named = { ...given, name: given.name || nameOfPage(origin) }
  return createDocumentOnce(tenant, actor, { ...named, source: 'url', origin, storageKey: null })
}

/** The name of a page until its title is known. */
const nameOfPage = (origin: string | null): string => (origin ?? '').slice(0, 200)

function parseUrl(given: string): string {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(given) ? given : `https://${given}`)
  const isPage = url && (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname !== ''
  if (!isPage) throw invalid({ 'body.url': m.error_enter_page_url })
  return url.href
}

/** Stores an uploaded file of any type; the background job finds out whether it can be parsed. */
export async function uploadDocument(
  tenant: Tenant,
  actor: Member,
  request: FastifyRequest,
  { name, ...kind }: Kind & { name: string },
): Promise<ListedDocument> {
  requireRole(actor, EDIT_KNOWLEDGE)
  const { files } = tenant.platform
  const stored = await receiveFile(files, request, { isOpaque: true })
  const id = DocumentId.parse(crypto.randomUUID())
  const given = { ...kind, id, name: name || withoutExtension(stored.name), origin: stored.name }
  try {
    return await tenant.tx((t) => createDocument(t, actor, { ...given, source: 'file', storageKey: stored.key }))
  } catch (error) {
    await files.remove(stored.key)
    throw error
  }
}

const withoutExtension = (name: string) => name.replace(/\.[a-z0-9]{1,8}$/i, '').trim() || name

type DocumentChange = {
  version: number
  name?: string | undefined
  type?: DocumentType | undefined
  category?: DocumentCategory | undefined
}

/**
 * Changes name, type or category. A changed sample is no longer marked as one and may be quoted from then on. Throws conflict, with
 * the current document, when `version` is not the current one.
 */
export const changeDocument = (
  tenant: Tenant,
  actor: Actor,
  id: DocumentId,
  { version, ...change }: DocumentChange,
): Promise<ListedDocument> =>
  tenant.tx(async (t) => {
    const row = await getDocumentRow(t, id)
    requireRole(actor, EDIT_KNOWLEDGE)
    const { name = row.name, type = row.type, category = row.category } = change
    if (!(await updateVersion(t, id, version, { name, type, category, isDemo: false }))) {
      throw conflict(m.error_document_changed, { current: presentDocument(actor, await getDocumentRow(t, id)) })
    }
    await t.emit(documentsChanged, { change: 'changed', documentId: id })
    return getDocumentRow(t, id)
  })

/** Processes a failed document again. Throws conflict for one that has not failed. */
export const retryDocument = (tenant: Tenant, actor: Actor, id: DocumentId): Promise<ListedDocument> =>
  tenant.tx(async (t) => {
    await getDocumentRow(t, id)
    requireRole(actor, EDIT_KNOWLEDGE)
    const again = { status: 'processing', failure: null, progress: 0, queuedAt: t.now, processedAt: null } as const
    if (!(await updateDocument(t, id, again, 'failed'))) {
      throw conflict(m.error_document_read)
    }
    await t.enqueue(processDocument, { tenantId: t.tenantId, documentId: id })
    return getDocumentRow(t, id)
  })

/** Deletes a document with its file; nothing of it is quoted from the commit on. */
export const deleteDocument = (tenant: Tenant, actor: Actor, id: DocumentId): Promise<void> =>
  tenant.tx(async (t) => {
    await getDocumentRow(t, id)
    requireRole(actor, EDIT_KNOWLEDGE)
    const [removed] = await deleteDocumentRows(t, id)
    if (!removed) throw notFound('document')
    if (removed.storageKey) await t.enqueue(removeStoredFile, { storageKey: removed.storageKey })
    await recordActivity(t, actor, {
      action: text(m.activity_document_deleted, { name: removed.name }),
      type: 'document_deleted',
    })
    await t.emit(documentsChanged, { change: 'deleted', documentId: id })
  })

/** Removes the sample documents; gives how many there were. */
export const removeSampleDocuments = (tenant: Tenant, actor: Actor): Promise<number> => {
  requireRole(actor, EDIT_KNOWLEDGE)
  return tenant.tx(async (t) => (await deleteDocumentRows(t, 'samples')).length)
}
