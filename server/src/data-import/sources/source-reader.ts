import type { LooseMessage, NeutralRecord } from '#server/data-import/reading/neutral.ts'
import type { SourceRecord } from '#server/data-import/reading/source-record.ts'
import type { Text } from '#server/platform/text/message.ts'

/** What a record of a source becomes; `skip`: nothing, and why. */
export type Converted = NeutralRecord | LooseMessage | { skip: Text; kind: NeutralRecord['kind']; id: string | null }

/**
 * Reads the records of one source. The export is read twice: first every record is shown to `learn` (people, names of fields and categories,
 * which other records name by id), then to `convert`. It knows nothing of the business that imports.
 */
export type SourceReader = {
  learn(found: SourceRecord): void
  convert(found: SourceRecord): Converted[]
  /** After `learn`: messages stand apart from their tickets. */
  hasLooseMessages(): boolean
}

export type Person = { id: string; name: string; email: string | null; isAgent: boolean; createdAt?: string | null }
