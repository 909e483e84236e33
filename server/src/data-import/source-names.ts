import type { ImportSource } from '#contracts/data-import/data-import.ts'

/** The products' own names, which are the same in every language. */
export const SOURCE_NAMES: Record<ImportSource, string> = {
  zendesk: 'Zendesk',
  intercom: 'Intercom',
  freshdesk: 'Freshdesk',
  chatwoot: 'Chatwoot',
  osticket: 'osTicket',
  csv: 'CSV',
}
