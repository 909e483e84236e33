import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant, line, requiredLine, requiredText, SeenVersion } from '#contracts/fields.ts'
import { DocumentId } from '#contracts/ids.ts'
import { Cursor, Limit, pageOf } from '#contracts/page.ts'

export const DocumentType = z.enum([
  'Manual',
  'Policy',
  'Procedure',
  'FAQ',
  'Guide',
  'Troubleshooting',
  'Product Info',
  'Training Material',
])
export type DocumentType = z.output<typeof DocumentType>

export const DocumentCategory = z.enum([
  'General',
  'Product Information',
  'Support Guidelines',
  'Technical Support',
  'Business Policies',
  'Training Materials',
])
export type DocumentCategory = z.output<typeof DocumentCategory>

/** Only `active` documents are quoted to customers. */
export const DocumentStatus = z.enum(['processing', 'active', 'failed'])
export type DocumentStatus = z.output<typeof DocumentStatus>

/**
 * Why a document could not be read. What is in it: `empty`, `scanned` (pages without text), `encrypted` (asks for a password),
 * `damaged`, `binary` (no text), `unsupported` (a kind that is not read). How much it is: `too_large` (bytes), `too_long` (pages or
 * characters), `slow` (over the time limit). Its page: `refused_address` (private network), `unreachable`, `not_found`, `not_allowed`.
 * `broken`: our fault.
 */
export const DocumentFailure = z.enum([
  'empty',
  'scanned',
  'encrypted',
  'damaged',
  'binary',
  'unsupported',
  'too_large',
  'too_long',
  'slow',
  'refused_address',
  'unreachable',
  'not_found',
  'not_allowed',
  'broken',
])
export type DocumentFailure = z.output<typeof DocumentFailure>

/** A document as a row of the list. */
export const DocumentView = z.object({
  id: DocumentId,
  name: z.string(),
  type: z.string(),
  category: z.string(),
  status: DocumentStatus,
  /** Percent of it that has been read, while it is being read. */
  progress: z.number().int(),
  failure: DocumentFailure.nullable(),
  source: z.enum(['text', 'file', 'url']),
  /** Name of the file, or address of the page. */
  origin: z.string().nullable(),
  /** Characters of its text. */
  size: z.number().int(),
  /** Of a PDF. */
  pages: z.number().int().nullable(),
  isDemo: z.boolean(),
  uploadedAt: Instant,
  processedAt: Instant.nullable(),
  uploadedBy: z.string().nullable(),
  /** Goes up when a member changes it; a change must name the version it saw. */
  version: z.number().int(),
  /** `retry`: it failed, and the same file or page may be read another time. */
  can: z.object({ edit: z.boolean(), retry: z.boolean() }),
})
export type DocumentView = z.output<typeof DocumentView>

/** A passage of a document, as the assistant cites it. */
export const PassageView = z.object({
  heading: z.string().nullable(),
  page: z.number().int().nullable(),
  text: z.string(),
})
export type PassageView = z.output<typeof PassageView>

/** Most passages in the view of one document. */
export const SHOWN_PASSAGES = 200

const Knowledge = { tag: 'knowledge', access: 'member' } as const
const InDocument = z.object({ documentId: DocumentId })

const NAME_MISSING = 'error_enter_document_name'
const Name = requiredLine(200, NAME_MISSING)
const Kind = { type: DocumentType, category: DocumentCategory.default('General') }

/** Newest first. A business that never had a document gets three samples with the first call. */
export const listDocuments = endpoint({
  ...Knowledge,
  method: 'GET',
  path: '/api/knowledge/documents',
  summary: 'List training documents',
  rate: 'read',
  scope: 'knowledge:read',
  query: z.object({
    search: line(200).default(''),
    type: DocumentType.optional(),
    category: DocumentCategory.optional(),
    status: DocumentStatus.optional(),
    cursor: Cursor,
    limit: Limit,
  }),
  reply: pageOf(DocumentView).extend({
    /** All documents of the business, without the filter. */
    total: z.number().int(),
    samples: z.number().int(),
    /** Documents that are being read, also those outside the filter; poll until it is 0. */
    processing: z.number().int(),
    can: z.object({ edit: z.boolean() }),
  }),
})

export const getDocument = endpoint({
  ...Knowledge,
  method: 'GET',
  path: '/api/knowledge/documents/:documentId',
  summary: 'Open a training document with its passages',
  rate: 'read',
  scope: 'knowledge:read',
  params: InDocument,
  reply: z.object({ document: DocumentView, passages: z.array(PassageView), passageCount: z.number().int() }),
})

/** Longest text that may be pasted, in characters. */
export const MAX_PASTED = 200_000

export const addTextDocument = endpoint({
  ...Knowledge,
  method: 'POST',
  path: '/api/knowledge/documents',
  summary: 'Add a training document as text',
  rate: 'write',
  scope: 'knowledge:write',
  idempotent: true,
  status: 201,
  body: z.strictObject({
    id: DocumentId,
    name: Name,
    ...Kind,
    content: requiredText(MAX_PASTED, 'error_enter_document_text'),
  }),
  reply: DocumentView,
})

/** `https://` may be left out. */
const Address = z
  .string()
  .max(2000)
  .trim()
  .regex(/^(?:https?:\/\/)?[^\s/@:?#]+\.[^\s/@:?#]+(?::\d{1,5})?(?:[/?#]\S*)?$/i, 'error_enter_page_url')

/** Reads a public page or file once. Without a name it takes the page's title. */
export const addPageDocument = endpoint({
  ...Knowledge,
  method: 'POST',
  path: '/api/knowledge/documents/page',
  summary: 'Add a training document from a public address',
  rate: 'write',
  scope: 'knowledge:write',
  idempotent: true,
  status: 201,
  body: z.strictObject({
    id: DocumentId,
    name: line(200).default(''),
    ...Kind,
    url: Address,
  }),
  reply: DocumentView,
})

/** One file of a multipart body (field `file`): PDF, DOCX, HTML, MD or TXT. Without a name it takes the file's. */
export const uploadDocument = endpoint({
  ...Knowledge,
  method: 'POST',
  path: '/api/knowledge/documents/file',
  summary: 'Upload a training document',
  rate: 'upload',
  scope: 'knowledge:write',
  status: 201,
  query: z.object({ name: line(200).default(''), ...Kind }),
  reply: DocumentView,
})

/** Changes the given fields. A change of an older version is a conflict with the current row. */
export const changeDocument = endpoint({
  ...Knowledge,
  method: 'PATCH',
  path: '/api/knowledge/documents/:documentId',
  summary: 'Rename or file a training document',
  rate: 'write',
  scope: 'knowledge:write',
  params: InDocument,
  body: z.strictObject({
    version: SeenVersion,
    name: Name.optional(),
    type: DocumentType.optional(),
    category: DocumentCategory.optional(),
  }),
  reply: DocumentView,
})

/** Reads a failed document again. */
export const retryDocument = endpoint({
  ...Knowledge,
  method: 'POST',
  path: '/api/knowledge/documents/:documentId/retry',
  summary: 'Read a failed training document again',
  rate: 'write',
  scope: 'knowledge:write',
  params: InDocument,
  reply: DocumentView,
})

export const deleteDocument = endpoint({
  ...Knowledge,
  method: 'DELETE',
  path: '/api/knowledge/documents/:documentId',
  summary: 'Delete a training document',
  rate: 'write',
  scope: 'knowledge:write',
  params: InDocument,
  reply: z.object({ ok: z.literal(true) }),
})

/** Deletes the three samples. */
export const deleteSampleDocuments = endpoint({
  ...Knowledge,
  method: 'DELETE',
  path: '/api/knowledge/documents/samples',
  summary: 'Remove the sample documents',
  rate: 'write',
  reply: z.object({ deleted: z.number().int() }),
})
