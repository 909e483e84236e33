import { type EventHandler, onEvent } from '#server/platform/event.ts'
import type { Platform } from '#server/platform/platform.ts'
import { providerKeyRejected } from '#server/provider/events.ts'
import { memberReplied, ticketCreated, ticketUnassignedTooLong } from '#server/ticket/events.ts'
import { announceTicket, callAdmins, forwardReply, warnOfKey } from './service.ts'

/** Which events send mail. The platform is needed for the links. */
export const notificationReactions = (platform: Platform): EventHandler[] => [
  onEvent(ticketCreated, (t, { ticket }) => announceTicket(platform, t, ticket)),
  onEvent(ticketUnassignedTooLong, (t, { ticket }) => callAdmins(platform, t, ticket)),
  onEvent(providerKeyRejected, (t, refused) => warnOfKey(platform, t, refused)),
  onEvent(memberReplied, (t, { ticket, message }) => forwardReply(platform, t, ticket, message)),
]
