import { type Reaction, reaction } from '#server/platform/event.ts'
import type { Platform } from '#server/platform/platform.ts'
import { providerKeyRejected } from '#server/provider/events.ts'
import { memberReplied, ticketCreated, ticketUntaken } from '#server/ticket/events.ts'
import { announceTicket, callAdmins, forwardReply, warnOfKey } from './service.ts'

/** Which events send mail. The platform is needed for the links. */
export const notificationReactions = (platform: Platform): Reaction[] => [
  reaction(ticketCreated, (t, { ticket }) => announceTicket(platform, t, ticket)),
  reaction(ticketUntaken, (t, { ticket }) => callAdmins(platform, t, ticket)),
  reaction(providerKeyRejected, (t, refused) => warnOfKey(platform, t, refused)),
  reaction(memberReplied, (t, { ticket, message }) => forwardReply(platform, t, ticket, message)),
]
