import type { ColumnTarget } from '#contracts/data-import/data-import.ts'
import * as m from '#i18n/messages.js'

const LABELS: Record<ColumnTarget, () => string> = {
  id: m.data_import_target_id,
  subject: m.data_import_target_subject,
  message: m.data_import_target_message,
  reply: m.data_import_target_reply,
  note: m.data_import_target_note,
  name: m.data_import_target_name,
  email: m.data_import_target_email,
  status: m.data_import_target_status,
  priority: m.data_import_target_priority,
  assignee: m.data_import_target_assignee,
  category: m.data_import_target_category,
  tags: m.data_import_target_tags,
  created_at: m.data_import_target_created_at,
  resolved_at: m.data_import_target_resolved_at,
  field: m.data_import_target_field,
}

/** What a column of a table can mean. */
export const columnOptions = () => Object.entries(LABELS).map(([value, label]) => ({ value, label: label() }))
