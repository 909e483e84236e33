import type { DataImportStatus, ImportSource, RecordKind } from '#contracts/data-import/data-import.ts'
import * as m from '#i18n/messages.js'
import type { Tone } from '#web/kit/surface.tsx'

export const SOURCES: readonly ImportSource[] = ['zendesk', 'intercom', 'freshdesk', 'chatwoot', 'osticket', 'csv']

/** The products' own names are the same in every language. */
const NAMES: Record<Exclude<ImportSource, 'csv'>, string> = {
  zendesk: 'Zendesk',
  intercom: 'Intercom',
  freshdesk: 'Freshdesk',
  chatwoot: 'Chatwoot',
  osticket: 'osTicket',
}

export const sourceLabel = (source: ImportSource): string =>
  source === 'csv' ? m.data_import_source_csv() : NAMES[source]

const HELP: Record<ImportSource, () => string> = {
  zendesk: m.data_import_help_zendesk,
  intercom: m.data_import_help_intercom,
  freshdesk: m.data_import_help_freshdesk,
  chatwoot: m.data_import_help_chatwoot,
  osticket: m.data_import_help_osticket,
  csv: m.data_import_help_csv,
}

/** Where the export is found in the old product. */
export const sourceHelp = (source: ImportSource): string => HELP[source]()

export const KINDS: readonly RecordKind[] = ['customer', 'ticket', 'article', 'macro']

const KIND_LABELS: Record<RecordKind, () => string> = {
  customer: m.data_import_kind_customer,
  ticket: m.data_import_kind_ticket,
  article: m.data_import_kind_article,
  macro: m.data_import_kind_macro,
}
export const kindLabel = (kind: RecordKind): string => KIND_LABELS[kind]()

const STATUSES: Record<DataImportStatus, { label: () => string; tone: Tone }> = {
  new: { label: m.data_import_status_new, tone: 'closed' },
  reading: { label: m.data_import_status_reading, tone: 'progress' },
  ready: { label: m.data_import_status_ready, tone: 'waiting' },
  checking: { label: m.data_import_status_checking, tone: 'progress' },
  checked: { label: m.data_import_status_checked, tone: 'waiting' },
  running: { label: m.data_import_status_running, tone: 'progress' },
  done: { label: m.data_import_status_done, tone: 'resolved' },
  cancelled: { label: m.data_import_status_cancelled, tone: 'waiting' },
  failed: { label: m.data_import_status_failed, tone: 'danger' },
  undoing: { label: m.data_import_status_undoing, tone: 'progress' },
  undone: { label: m.data_import_status_undone, tone: 'closed' },
}
export const statusOf = (status: DataImportStatus) => STATUSES[status]
