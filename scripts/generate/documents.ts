import { acceptanceDocument } from './acceptance.ts'
import { eventsDocument } from './events.ts'

/** The documents that are made from the code, by path, with what makes their text. */
export const DOCUMENTS: Record<string, () => string> = {
  'docs/acceptance.md': acceptanceDocument,
  'docs/events.md': eventsDocument,
}
