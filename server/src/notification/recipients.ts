import type { TeamId, UserId } from '#contracts/ids.ts'
import { mentionedNames } from '#contracts/ticket/mention.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type About, NOTHING_YET } from '#server/platform/event.ts'
import { listTeamRows } from '#server/team/service.ts'
import type { TenantRow } from '#server/tenant/schema.ts'
import { confirmedSupportEmail, readTenantOnce } from '#server/tenant/service.ts'
import type { TicketRow } from '#server/ticket/schema.ts'
import type { Recipient } from './notifications.ts'
import {
  findNotifiedMember,
  listAdmins,
  listAvailableIn,
  listChosen,
  listTeam,
  type NotifiedMember,
} from './preference-queries.ts'
import { findRequester, type Requester } from './queries.ts'

export const memberRecipient = ({
  member,
  preference,
  language,
  isVerified,
  hasBrowser,
}: NotifiedMember): Recipient => ({
  kind: 'member',
  userId: member.userId,
  name: member.name,
  email: member.email,
  role: member.role,
  preference,
  language: language ?? 'en',
  isVerified: isVerified === true,
  isAway: member.availability === 'away',
  hasBrowser,
})

/**
 * The recipients of a new ticket: the confirmed support address, and the owner where that is another address; only the owner without a support
 * address. Empty when neither is known: there is no address of last resort.
 */
export function businessRecipients(supportEmail: string, owner: NotifiedMember | null): Recipient[] {
  const address = supportEmail.trim()
  const email = owner?.member.email.trim() ?? ''
  const isSame = email.toLowerCase() === address.toLowerCase()
  return [
    ...(address && (!isSame || !owner)
      ? [{ kind: 'address', email: address, language: owner?.language ?? 'en' } as const]
      : []),
    ...(owner && email ? [{ ...memberRecipient(owner), email: isSame ? address : email }] : []),
  ]
}

/**
 * The business, its owner, the members who may want to know of a new ticket, and who a conversation is with, where there is one.
 */
export type Business = {
  tenant: TenantRow
  owner: NotifiedMember | null
  chosen: NotifiedMember[]
  requester: Requester | null
}

/** All of it in one round trip; `chosen` are those who chose to be notified of new tickets, and the owner. */
export const readBusiness = (t: Tx, about: About = NOTHING_YET): Promise<Business> =>
  readWith(t, about, listChosen(t, 'new_ticket'))

/** The same with the whole team: a new ticket may be one that the assistant gave to people, of which everybody is notified. */
export const readBusinessAndTeam = (t: Tx, about: About = NOTHING_YET): Promise<Business> =>
  readWith(t, about, listTeamOnce(t))

const teamReads = new WeakMap<Tx, Promise<NotifiedMember[]>>()

/** The team as the transaction first read it: many new tickets of one transaction notify the same members. */
function listTeamOnce(t: Tx): Promise<NotifiedMember[]> {
  const read = teamReads.get(t) ?? listTeam(t)
  teamReads.set(t, read)
  return read
}

/** What a mail to the requester alone needs: no members. */
export const readForRequester = (t: Tx, about: About): Promise<Business> => readWith(t, about, Promise.resolve([]))

async function readWith(t: Tx, { conversationId }: About, members: Promise<NotifiedMember[]>): Promise<Business> {
  const [tenant, chosen, requester] = await Promise.all([
    readTenantOnce(t),
    members,
    conversationId ? findRequester(t, conversationId) : null,
  ])
  return { tenant, owner: chosen.find(({ member }) => member.role === 'owner') ?? null, chosen, requester }
}

/** The business's addresses, and the other members who want to know of every new ticket. */
export const teamOf = ({ tenant, owner, chosen }: Business): Recipient[] => [
  ...businessRecipients(confirmedSupportEmail(tenant), owner),
  ...chosen.filter((one) => one !== owner).map(memberRecipient),
]

/** Everybody who may want to know of the ticket. */
export const chosenOf = ({ chosen }: Business): Recipient[] => chosen.map(memberRecipient)

/**
 * Who is blocked gets no mail: a business that refuses somebody's messages does not go on writing to them. Nor does who switched mails
 * off: the portal shows them what was answered.
 */
export const requesterOf = (ticket: TicketRow, { requester }: Business): Extract<Recipient, { kind: 'customer' }> => ({
  kind: 'customer',
  name: ticket.customerName,
  email: requester?.isBlocked || requester?.wantsMail === false ? null : ticket.customerEmail,
  pushTo: requester?.isBlocked ? null : (requester?.pushTo ?? null),
  language: requester?.language ?? 'en',
  portalHost: requester?.portalHost ?? null,
  isVerified: requester?.verifiedEmail != null && requester.verifiedEmail === ticket.customerEmail,
})

/** Those who run the business: owners and admins, at most 200. */
export const adminsOf = async (t: Tx): Promise<Recipient[]> => (await listAdmins(t)).map(memberRecipient)

/** Every member, at most 200. */
export const wholeTeam = async (t: Tx): Promise<Recipient[]> => (await listTeam(t)).map(memberRecipient)

/** A member of the team; nobody for one who left and for none. */
export async function memberOf(t: Tx, userId: UserId | null): Promise<Recipient[]> {
  const found = userId ? await findNotifiedMember(t, userId) : null
  return found ? [memberRecipient(found)] : []
}

/** The members of a team who take new work, without those who know already: who assigned the ticket, and whose it is. */
export async function availableIn(t: Tx, teamId: TeamId, knowing: readonly (string | null)[]): Promise<Recipient[]> {
  const available = await listAvailableIn(t, teamId)
  return available.filter(({ member }) => !knowing.includes(member.userId)).map(memberRecipient)
}

/**
 * The members that a note mentions behind an @, by name or as available members of a team, but not its author. Names of another business
 * mention nobody.
 */
export async function mentionedIn(t: Tx, note: string, authorId: string | null): Promise<Recipient[]> {
  if (!note.includes('@')) return []
  const [members, teams] = await Promise.all([listTeam(t), listTeamRows(t)])
  const names = mentionedNames(note, [...members.map(({ member }) => member.name), ...teams.map(({ name }) => name)])
  const ofTeams = new Set(teams.flatMap(({ name, memberIds }) => (names.has(name) ? memberIds : [])))
  return members
    .filter(({ member }) => member.userId !== authorId)
    .filter(
      ({ member }) => names.has(member.name) || (ofTeams.has(member.userId) && member.availability === 'available'),
    )
    .map(memberRecipient)
}
