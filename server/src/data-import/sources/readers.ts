import type { ImportSource } from '#contracts/data-import/data-import.ts'
import { chatwootReader } from './chatwoot.ts'
import { csvReader } from './csv.ts'
import { freshdeskReader } from './freshdesk.ts'
import { intercomReader } from './intercom.ts'
import { osticketReader } from './osticket.ts'
import type { SourceReader } from './source-reader.ts'
import { zendeskReader } from './zendesk.ts'

/** How each source's export is read. */
export const READERS: Record<ImportSource, () => SourceReader> = {
  zendesk: zendeskReader,
  intercom: intercomReader,
  freshdesk: freshdeskReader,
  chatwoot: chatwootReader,
  osticket: osticketReader,
  csv: csvReader,
}
