import type { DocumentFailure, DocumentView, PassageView } from '#contracts/knowledge/document.ts'
import { EDIT_KNOWLEDGE } from '#server/knowledge/policy.ts'
import type { PassageRow } from '#server/knowledge/schema.ts'
import type { Actor } from '#server/platform/actor.ts'
import { hasRole } from '#server/platform/policy.ts'
import type { ListedDocument } from './queries.ts'

const PASSING_FAILURES: readonly (DocumentFailure | null)[] = ['slow', 'broken']

/** A page may change or be reached again; a stored file stays as it is. */
const mayBeReadLater = ({ status, source, failure }: ListedDocument): boolean =>
  status === 'failed' && (source === 'url' || PASSING_FAILURES.includes(failure))

/** A document as the desk shows it. */
export const presentDocument = (actor: Actor, row: ListedDocument): DocumentView => ({
  id: row.id,
  name: row.name,
  type: row.type,
  category: row.category,
  status: row.status,
  progress: row.progress,
  failure: row.failure,
  source: row.source,
  origin: row.origin,
  size: row.size,
  pages: row.pages,
  isDemo: row.isDemo,
  uploadedAt: row.uploadedAt.toISOString(),
  processedAt: row.processedAt?.toISOString() ?? null,
  uploadedBy: row.uploadedByName,
  version: row.version,
  can: { edit: hasRole(actor, EDIT_KNOWLEDGE), retry: hasRole(actor, EDIT_KNOWLEDGE) && mayBeReadLater(row) },
})

export const presentPassage = ({ heading, page, text }: PassageRow): PassageView => ({ heading, page, text })
