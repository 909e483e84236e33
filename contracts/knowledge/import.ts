import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant } from '#contracts/fields.ts'
import { ImportId } from '#contracts/ids.ts'
import { FaqCategory, FaqPriority, KnowledgeLanguage } from './faq.ts'

const Knowledge = { tag: 'knowledge', access: 'member' } as const
const Count = z.number().int()

/** A FAQ that would be imported. `line` is its line in the file, 0 for a page. */
export const ImportRow = z.object({
  line: Count,
  question: z.string(),
  answer: z.string(),
  phrasings: z.array(z.string()),
  category: FaqCategory,
  priority: FaqPriority,
  language: KnowledgeLanguage,
  isPublished: z.boolean().nullable(),
  /** A FAQ with this question exists. */
  isKnown: z.boolean(),
})
export type ImportRow = z.output<typeof ImportRow>

export const ImportFault = z.object({ line: Count, message: z.string(), text: z.string() })
export type ImportFault = z.output<typeof ImportFault>

export const ImportView = z.object({
  id: ImportId,
  kind: z.enum(['csv', 'page']),
  name: z.string(),
  /** reading → ready (for review) → running → done; or failed with the reason. */
  status: z.enum(['reading', 'ready', 'running', 'done', 'failed']),
  reason: z.string().nullable(),
  total: Count,
  done: Count,
  added: Count,
  updated: Count,
  skipped: Count,
  /** How many rows cannot be imported; the first 200 with the reason. */
  faultCount: Count,
  faults: z.array(ImportFault),
  /** The first 50 rows while it is ready, and how many of all rows have a question that exists. */
  preview: z.array(ImportRow),
  knownCount: Count,
  isPublished: z.boolean(),
  createdAt: Instant,
})
export type ImportView = z.output<typeof ImportView>

/** Reads a CSV file (field `file`, 5 MB, 5,000 rows) and returns what would be imported. Imports nothing yet. */
export const uploadImport = endpoint({
  ...Knowledge,
  method: 'POST',
  path: '/api/knowledge/imports',
  summary: 'Read a CSV file of questions and answers',
  rate: 'upload',
  status: 201,
  reply: ImportView,
})

/** The address of a public page. */
export const PageAddress = z
  .string()
  .max(2000)
  .trim()
  .regex(/^https?:\/\/[^\s/]+\S*$/i, 'error_enter_whole_url')

/** Reads a public help page in a job; its questions are imported as drafts. */
export const importPage = endpoint({
  ...Knowledge,
  method: 'POST',
  path: '/api/knowledge/page-imports',
  summary: 'Read a public help page',
  rate: 'write',
  idempotent: true,
  status: 201,
  body: z.strictObject({ id: ImportId, url: PageAddress }),
  reply: ImportView,
})

const ImportParams = z.object({ importId: ImportId })

export const getImport = endpoint({
  ...Knowledge,
  method: 'GET',
  path: '/api/knowledge/imports/:importId',
  summary: 'Progress of an import',
  rate: 'read',
  params: ImportParams,
  reply: ImportView,
})

/** Imports the rows in a job. `lines`: the rows of a page to import; without it, all. */
export const startImport = endpoint({
  ...Knowledge,
  method: 'POST',
  path: '/api/knowledge/imports/:importId/start',
  summary: 'Import the rows that were read',
  rate: 'write',
  params: ImportParams,
  body: z.strictObject({
    isPublished: z.boolean().default(false),
    onDuplicate: z.enum(['skip', 'update']).default('skip'),
    /** Rows to leave out, by their line. */
    leaveOut: z.array(z.number().int().min(0).max(2_000_000_000)).max(5000).default([]),
  }),
  reply: ImportView,
})

/** Removes the FAQs an import added that nobody has changed since; an import that was only read is deleted. */
export const undoImport = endpoint({
  ...Knowledge,
  method: 'DELETE',
  path: '/api/knowledge/imports/:importId',
  summary: 'Undo an import',
  rate: 'write',
  params: ImportParams,
  reply: z.object({ deleted: Count }),
})
