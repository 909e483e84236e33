import { acceptanceDocument } from './acceptance.ts'
import { clientTypes } from './client.ts'
import { eventsDocument } from './events.ts'
import { mailConformanceDocument } from './mail-conformance.ts'

/** The documents that are generated from the code: path and generator. */
export const DOCUMENTS: Record<string, () => string | Promise<string>> = {
  'docs/acceptance.md': acceptanceDocument,
  'docs/events.md': eventsDocument,
  'docs/mail-conformance.md': mailConformanceDocument,
  'client/api.ts': clientTypes,
}
