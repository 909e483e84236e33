import { isDeepStrictEqual } from 'node:util'
import type { Priority } from '#contracts/conversation/escalation.ts'
import * as m from '#i18n/messages.js'
import { joined, type Text, text } from '#server/platform/text/message.ts'
import { PRIORITIES } from './activity-words.ts'
import type { TicketChange } from './queries.ts'
import type { TicketRow } from './schema.ts'

const NAMES: Partial<Record<string, Text>> = {
  subject: m.ticket_field_subject,
  priority: m.ticket_field_priority,
  category: m.ticket_field_category,
  tags: m.ticket_field_tags,
}

function valueText(field: string, value: unknown): Text | string {
  if (field === 'priority') return PRIORITIES[value as Priority]
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** What of the given fields is other than stored, with its activity entry; no entry where nothing is. */
export function fieldChange(row: TicketRow, given: TicketChange): { change: TicketChange; actions: Text[] } {
  const changes = Object.entries(given).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value, row[field as keyof TicketRow]),
  )
  if (changes.length === 0) return { change: {}, actions: [] }
  const texts = changes.map(([field, value]) =>
    text(m.activity_ticket_field, { field: NAMES[field] ?? field, value: valueText(field, value) }),
  )
  const relabelled = given.priority && given.priority !== row.priority ? { priorityLabel: given.priority } : {}
  return {
    change: { ...Object.fromEntries(changes), ...relabelled },
    actions: [text(m.activity_ticket_changed, { changes: joined(texts, '; ') })],
  }
}
