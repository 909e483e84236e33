import { type EventHandler, onEvent } from '#server/platform/event.ts'
import type { Platform } from '#server/platform/platform.ts'
import { memberReplied, ticketDeleted } from '#server/ticket/events.ts'
import { refuseCopies } from './copies.ts'
import { deleteMails } from './service.ts'

export const inboundMailReactions = (platform: Platform): EventHandler[] => [
  onEvent(ticketDeleted, (t, { ticket }) => deleteMails(t, { ticketIds: [ticket.id] })),
  onEvent(memberReplied, (t, { ticket, message }) => refuseCopies(t, platform, ticket, message)),
]
