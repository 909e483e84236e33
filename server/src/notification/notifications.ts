import type { UserId } from '#contracts/ids.ts'
import type { ProviderId } from '#contracts/provider/provider.ts'
import type { FloodKind } from '#contracts/tenant/flood.ts'
import type { MessageRow } from '#server/conversation/schema.ts'
import type { Language } from '#server/language/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { TenantRow } from '#server/tenant/schema.ts'
import type { TicketRow } from '#server/ticket/schema.ts'
import { adminsOf, type Business, memberRecipient, requesterOf, teamOf } from './recipients.ts'

/** Every kind of notification with the facts its texts are made of. */
export type NotificationFacts = {
  /** A ticket was created: to the business. */
  ticket_notification: { ticket: TicketRow }
  /** The request has arrived: to the requester. */
  ticket_confirmation: { ticket: TicketRow; confirmationToken: string }
  /** A member answered: to the requester. */
  ticket_reply: { ticket: TicketRow; message: MessageRow; confirmationToken: string }
  /** An escalated ticket was not assigned in time: to owners and admins. */
  ticket_unassigned: { ticket: TicketRow }
  /** A provider refuses the stored key, which ends with `keyEnd`: to the owner. */
  key_rejected: { provider: ProviderId; keyEnd: string | null }
  /** Requests of guests are held back: to owners and admins. */
  flood_held_back: { what: FloodKind }
}
export type NotificationKind = keyof NotificationFacts

/** A notification of one kind, the same for all its recipients and channels. */
export type NotificationOf<K extends NotificationKind> = {
  kind: K
  facts: NotificationFacts[K]
  tenant: TenantRow
  /** Public address of the installation without a trailing slash, for links. */
  baseUrl: string
}
export type Notification = { [K in NotificationKind]: NotificationOf<K> }[NotificationKind]

/** What is known of a ticket's requester: whether the mailbox has confirmed the e-mail, and the language of the conversation. */
export type RequesterFacts = { isVerified: boolean; language: Language }

/** The recipient of a notification; each channel uses the address it needs. An address alone identifies no person. */
export type Recipient =
  | { kind: 'member'; userId: UserId; name: string; email: string }
  | ({ kind: 'customer'; name: string; email: string | null } & RequesterFacts)
  | { kind: 'address'; email: string }

type Declaration<Facts> = {
  /** False where nobody is to be notified: demo tickets notify nobody. */
  isDue(facts: Facts): boolean
  recipientsOf(t: Tx, facts: Facts, business: Business): Promise<Recipient[]>
}

const isNoDemo = ({ ticket }: { ticket: TicketRow }): boolean => !ticket.isDemo

/** When a notification of each kind is due, and who receives it. */
export const notificationKinds: { readonly [K in NotificationKind]: Declaration<NotificationFacts[K]> } = {
  ticket_notification: { isDue: isNoDemo, recipientsOf: async (_, __, business) => teamOf(business) },
  ticket_confirmation: {
    isDue: isNoDemo,
    recipientsOf: async (_, { ticket }, business) => [requesterOf(ticket, business)],
  },
  ticket_reply: {
    isDue: ({ ticket, message }) => !ticket.isDemo && message.visibility === 'public',
    recipientsOf: async (_, { ticket }, business) => [requesterOf(ticket, business)],
  },
  ticket_unassigned: { isDue: isNoDemo, recipientsOf: adminsOf },
  key_rejected: {
    isDue: () => true,
    recipientsOf: async (_, __, { owner }) => (owner ? [memberRecipient(owner)] : []),
  },
  flood_held_back: { isDue: () => true, recipientsOf: adminsOf },
}
