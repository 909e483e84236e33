import type { MemberRole } from '#contracts/identity/role.ts'
import type { UserId } from '#contracts/ids.ts'
import type { NotificationEvent } from '#contracts/notification/preferences.ts'
import type { ProviderId } from '#contracts/provider/provider.ts'
import type { FloodKind } from '#contracts/tenant/flood.ts'
import type { SlaTarget } from '#contracts/ticket/sla.ts'
import type { MessageRow } from '#server/conversation/schema.ts'
import { copiesOf } from '#server/conversation/service.ts'
import type { Language } from '#server/language/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { TeamRow } from '#server/team/schema.ts'
import type { TenantRow } from '#server/tenant/schema.ts'
import type { PortalHost } from '#server/tenant/service.ts'
import type { TicketRow } from '#server/ticket/schema.ts'
import {
  adminsOf,
  availableIn,
  type Business,
  chosenOf,
  memberOf,
  memberRecipient,
  mentionedIn,
  requesterOf,
  teamOf,
  wholeTeam,
} from './recipients.ts'
import type { PreferenceRow } from './schema.ts'

/** A figure of a period, and of the one before; null where nothing was measured. */
type ReportedFigure = { value: number | null; before: number | null }
/** The figures of a mailed report: days of the business's time zone, counts, seconds, stars from 1 to 5, a share from 0 to 1. */
export type ReportFacts = {
  from: string
  to: string
  created: ReportedFigure
  resolved: ReportedFigure
  backlog: ReportedFigure
  firstResponseSeconds: ReportedFigure
  stars: ReportedFigure
  resolvedByAi: ReportedFigure
}

/** Every kind of notification with the facts its texts are made of. */
export type NotificationFacts = {
  /** A ticket was created: to the business. */
  ticket_notification: { ticket: TicketRow; by: UserId | null }
  /** The request has arrived: to the requester. */
  ticket_confirmation: { ticket: TicketRow; confirmationToken: string }
  /** A member answered: to the requester. */
  /** `opensChat`: its link opens the conversation in the chat. */
  ticket_reply: { ticket: TicketRow; message: MessageRow; confirmationToken: string; opensChat?: boolean }
  /** A member assigned a ticket to another: to the assignee. `by`: who did it. */
  ticket_assigned: { ticket: TicketRow; by: UserId | null }
  /** A ticket was assigned to a team: to its available members. `by`: who did it. */
  ticket_team_assigned: { ticket: TicketRow; team: Pick<TeamRow, 'id' | 'name'>; by: UserId | null }
  /** A note names members behind an @: to them. */
  ticket_mention: { ticket: TicketRow; message: MessageRow; by: UserId | null }
  /** The customer wrote in a ticket: to its assignee. */
  customer_replied: { ticket: TicketRow; message: MessageRow }
  /** The assistant gave a conversation to people: to who chose to know. */
  ticket_escalated: { ticket: TicketRow }
  /** An escalated ticket was not assigned in time: to owners and admins. */
  ticket_unassigned: { ticket: TicketRow }
  /** An agreed time of a ticket ends soon: to its assignee, else to owners and admins. */
  ticket_sla_warned: { ticket: TicketRow; targets: SlaTarget[] }
  /** An agreed time of a ticket has passed: to its assignee, owners and admins. */
  ticket_sla_breached: { ticket: TicketRow; targets: SlaTarget[] }
  /** The customer rated a finished ticket: to its assignee, else to owners and admins. */
  ticket_rated: { ticket: TicketRow }
  /** A provider refuses the stored key, which ends with `keyEnd`: to the owner. */
  key_rejected: { provider: ProviderId; keyEnd: string | null }
  /** A webhook failed for a day and was switched off: to owners and admins. */
  webhook_off: { host: string }
  /** Requests of guests are held back: to owners and admins. */
  flood_held_back: { what: FloodKind }
  /** The figures of a day, a week or a month: to the members who chose that. */
  report_daily: ReportFacts
  report_weekly: ReportFacts
  report_monthly: ReportFacts
}
export type NotificationKind = keyof NotificationFacts

/** A notification of one kind, the same for all its recipients and channels. */
export type NotificationOf<K extends NotificationKind> = {
  kind: K
  facts: NotificationFacts[K]
  tenant: TenantRow
  /** Public address of the installation without a trailing slash, for links. */
  baseUrl: string
  /** Portals are at `{slug}.{baseDomain}` too; null: they are not. */
  baseDomain: string | null
}
export type Notification = { [K in NotificationKind]: NotificationOf<K> }[NotificationKind]

/**
 * What is known of a ticket's requester: whether the mailbox has confirmed the e-mail, the language of the conversation, and where it is
 * open in a browser (null: unknown).
 */
export type RequesterFacts = { isVerified: boolean; language: Language; portalHost: PortalHost | null }

/** The recipient of a notification; each channel uses the address it needs. An address alone identifies no person. */
export type Recipient =
  | {
      kind: 'member'
      userId: UserId
      name: string
      email: string
      language: Language
      role: MemberRole
      /** Whether the mailbox has confirmed the address of the account. */
      isVerified: boolean
      /** They take no new work: no tone disturbs them. */
      isAway: boolean
      /** Whether a browser of theirs receives push messages. */
      hasBrowser: boolean
      /** What the member chose; null: nothing. */
      preference: Pick<PreferenceRow, 'choices' | 'mailRhythm' | 'phone'> | null
    }
  /** `pushTo`: the account whose browsers get push messages. */
  | ({ kind: 'customer'; name: string; email: string | null; pushTo: UserId | null } & RequesterFacts)
  | { kind: 'address'; email: string; language: Language }
  /** Somebody who gets a copy of what a member writes to the customer. */
  | { kind: 'copy'; email: string; language: Language }

type Declaration<Facts> = {
  /** What a member chooses to be notified of; null: everybody concerned is, since it needs somebody's act. */
  event: NotificationEvent | null
  /** A mail of its own, also to members who get the others together; false. */
  isAlone?: boolean
  /** False where nobody is to be notified: demo tickets notify nobody. */
  isDue(facts: Facts): boolean
  recipientsOf(t: Tx, facts: Facts, business: Business): Promise<Recipient[]>
}

const isNoDemo = ({ ticket }: { ticket: TicketRow }): boolean => !ticket.isDemo

const assigneeOrAdmins = async (t: Tx, { ticket }: { ticket: TicketRow }): Promise<Recipient[]> => {
  const assignee = await memberOf(t, ticket.assigneeId)
  return assignee.length > 0 ? assignee : adminsOf(t)
}

const report = (event: NotificationEvent): Declaration<ReportFacts> => ({
  event,
  isAlone: true,
  isDue: () => true,
  recipientsOf: wholeTeam,
})

/** When a notification of each kind is due, and who receives it. */
export const notificationKinds: { readonly [K in NotificationKind]: Declaration<NotificationFacts[K]> } = {
  ticket_notification: {
    event: 'new_ticket',
    isDue: isNoDemo,
    recipientsOf: async (_, __, business) => teamOf(business),
  },
  ticket_confirmation: {
    event: null,
    isDue: isNoDemo,
    // Who has just submitted it sees that it arrived: only a mail confirms it.
    recipientsOf: async (_, { ticket }, business) => [{ ...requesterOf(ticket, business), pushTo: null }],
  },
  ticket_reply: {
    event: null,
    isDue: ({ ticket, message }) => !ticket.isDemo && message.visibility === 'public',
    // Without a mail to the customer there is none to copy.
    recipientsOf: async (_, { ticket, message }, business) => {
      const requester = requesterOf(ticket, business)
      const copies = requester.email === null ? [] : copiesOf(message)
      return [requester, ...copies.map((email) => ({ kind: 'copy', email, language: requester.language }) as const)]
    },
  },
  ticket_assigned: {
    event: 'assigned',
    isDue: ({ ticket, by }) => !ticket.isDemo && ticket.assigneeId !== null && ticket.assigneeId !== by,
    recipientsOf: (t, { ticket }) => memberOf(t, ticket.assigneeId),
  },
  ticket_team_assigned: {
    event: 'team_assigned',
    isDue: isNoDemo,
    recipientsOf: (t, { ticket, team, by }) => availableIn(t, team.id, [by, ticket.assigneeId]),
  },
  ticket_mention: {
    event: 'mention',
    isDue: isNoDemo,
    recipientsOf: (t, { message, by }) => mentionedIn(t, message.body, by),
  },
  customer_replied: {
    event: 'customer_reply',
    isDue: isNoDemo,
    recipientsOf: (t, { ticket }) => memberOf(t, ticket.assigneeId),
  },
  ticket_escalated: {
    event: 'escalation',
    isDue: ({ ticket }) => !ticket.isDemo && ticket.escalationReason !== null,
    recipientsOf: async (_, __, business) => chosenOf(business),
  },
  ticket_unassigned: { event: 'unassigned', isDue: isNoDemo, recipientsOf: adminsOf },
  ticket_sla_warned: {
    event: 'sla_warning',
    isDue: isNoDemo,
    recipientsOf: assigneeOrAdmins,
  },
  ticket_sla_breached: {
    event: 'sla_breach',
    isDue: isNoDemo,
    recipientsOf: async (t, { ticket }) => {
      const [assignee, admins] = [await memberOf(t, ticket.assigneeId), await adminsOf(t)]
      return [...assignee, ...admins.filter((one) => one.kind === 'member' && one.userId !== ticket.assigneeId)]
    },
  },
  ticket_rated: {
    event: 'rating',
    isDue: ({ ticket }) => !ticket.isDemo && ticket.rating !== null,
    recipientsOf: assigneeOrAdmins,
  },
  key_rejected: {
    event: null,
    isDue: () => true,
    recipientsOf: async (_, __, { owner }) => (owner ? [memberRecipient(owner)] : []),
  },
  webhook_off: { event: null, isDue: () => true, recipientsOf: adminsOf },
  flood_held_back: { event: null, isDue: () => true, recipientsOf: adminsOf },
  report_daily: report('daily_report'),
  report_weekly: report('weekly_digest'),
  report_monthly: report('monthly_report'),
}
