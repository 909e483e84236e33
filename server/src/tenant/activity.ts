import { randomUUID } from 'node:crypto'
import type { TicketId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import type { FieldChangeView } from '#contracts/ticket/ticket-activity.ts'
import * as m from '#i18n/messages.js'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { inEnglish, inLanguage, type Text } from '#server/platform/text/message.ts'
import { storedText, textOf } from '#server/platform/text/stored-text.ts'
import { insertActivity, listActivityOfTicket } from './queries.ts'
import type { ActivityRow } from './schema.ts'

type ActivityEntry = {
  /** The text people read: "Ticket status updated to resolved". */
  action: Text
  /** `ticket_update`, `ticket_deletion`, `guest_ticket_create`, … */
  type: string
  ticketId?: TicketId
  ticketSubject?: string
  /** Fields of the ticket that changed with it, members, teams and tickets by id. */
  changes?: FieldChangeView[]
}

/** The actor as the log shows it: with the name of that time, also after a member was removed. */
const actorColumns = (actor: Actor): Pick<ActivityRow, 'actorId' | 'actorName' | 'actorEmail'> => {
  switch (actor.kind) {
    case 'member':
      return { actorId: actor.userId, actorName: actor.name, actorEmail: actor.email }
    case 'guest':
      return { actorId: actor.guestId, actorName: inEnglish(m.activity_actor_guest), actorEmail: null }
    case 'assistant':
      return { actorId: null, actorName: inEnglish(m.activity_actor_assistant), actorEmail: null }
    case 'system':
      return { actorId: null, actorName: 'Segue', actorEmail: null }
  }
}

/** A text as the log stores it. */
export const actionColumns = (action: Text): Pick<ActivityRow, 'action' | 'message'> => ({
  action: inEnglish(action),
  message: storedText(action),
})

type Written = Pick<ActivityRow, 'action' | 'message' | 'actorKind' | 'actorName'>

/** What an entry says, and of whom, in the reader's language. An entry of before texts were stored for all languages stays in English. */
export function activityTexts({ action, message, actorKind, actorName }: Written, language: Language) {
  const known = message && textOf(message)
  const unnamed = UNNAMED.find((name) => actorKind !== 'member' && inEnglish(name) === actorName)
  return {
    action: known ? inLanguage(known, language) : action,
    actorName: unnamed ? inLanguage(unnamed, language) : actorName,
  }
}

const UNNAMED: Text[] = [m.activity_actor_guest, m.activity_actor_assistant]

/** Adds an entry to the activity log, in the transaction of the change; nobody waits for it. */
export async function recordActivity(t: Tx, actor: Actor, entry: ActivityEntry): Promise<void> {
  const written = insertActivity(t, {
    tenantId: t.tenantId,
    id: randomUUID(),
    ...actionColumns(entry.action),
    type: entry.type,
    ticketId: entry.ticketId ?? null,
    ticketSubject: entry.ticketSubject ?? null,
    changes: entry.changes?.length ? entry.changes : null,
    actorKind: actor.kind,
    ...actorColumns(actor),
    at: t.now,
  })
  t.write(written)
}

/** The activity of a ticket, newest first. */
export const listTicketActivity = (t: Tx, ticketId: TicketId, limit = 50): Promise<ActivityRow[]> =>
  listActivityOfTicket(t, ticketId, limit)
