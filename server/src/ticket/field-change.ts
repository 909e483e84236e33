import { isDeepStrictEqual } from 'node:util'
import * as m from '#i18n/messages.js'
import { inEnglish, type Text, text } from '#server/platform/text/message.ts'
import type { TicketChange } from './queries.ts'
import type { TicketRow } from './schema.ts'

/** What of the given fields is other than stored, with its activity entry; no entry where nothing is. */
export function fieldChange(row: TicketRow, given: TicketChange): { change: TicketChange; actions: Text[] } {
  const changes = Object.entries(given).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value, row[field as keyof TicketRow]),
  )
  if (changes.length === 0) return { change: {}, actions: [] }
  const texts = changes.map(([field, value]) =>
    inEnglish(text(m.activity_ticket_field, { field, value: Array.isArray(value) ? value.join(', ') : String(value) })),
  )
  const relabelled = given.priority && given.priority !== row.priority ? { priorityLabel: given.priority } : {}
  return {
    change: { ...Object.fromEntries(changes), ...relabelled },
    actions: [text(m.activity_ticket_changed, { changes: texts.join('; ') })],
  }
}
