import type { LiveEvent } from '#contracts/live-event.ts'

/** Another member who has the ticket open; expires at `until` without another heartbeat (ms since 1970). */
export type PresentMember = { id: string; name: string; isTyping: boolean; until: number }
export type Presence = { members: readonly PresentMember[]; customerTypesUntil: number }

const FADE_MS = 15_000
const TYPING_FADE_MS = 8000
export const nobody: Presence = { members: [], customerTypesUntil: 0 }

export type PresenceScope = { ticketId: string; conversationId: string | undefined; me: string }

/** Presence after an event. Pure; returns the same object when the event does not change it. */
export function applyPresence(presence: Presence, event: LiveEvent, scope: PresenceScope, now: number): Presence {
  if (event.type === 'presence') {
    if (event.ticketId !== scope.ticketId || event.member.id === scope.me) return presence
    const others = presence.members.filter((face) => face.id !== event.member.id)
    if (!event.isHere) return { ...presence, members: others }
    const face = { ...event.member, isTyping: event.isTyping, until: now + FADE_MS }
    return { ...presence, members: [...others, face].sort((a, b) => a.name.localeCompare(b.name)) }
  }
  if (event.type === 'typing' && event.who === 'customer' && event.conversationId === scope.conversationId) {
    return { ...presence, customerTypesUntil: event.isTyping ? now + TYPING_FADE_MS : 0 }
  }
  if (event.type === 'message.created' && event.conversationId === scope.conversationId) {
    return event.message.author === 'customer' ? { ...presence, customerTypesUntil: 0 } : presence
  }
  return presence
}

/** Presence without members whose heartbeat is overdue. */
export function withoutExpired(presence: Presence, now: number): Presence {
  const faces = presence.members.filter((face) => face.until > now)
  const customerTypesUntil = presence.customerTypesUntil > now ? presence.customerTypesUntil : 0
  const isSame = faces.length === presence.members.length && customerTypesUntil === presence.customerTypesUntil
  return isSame ? presence : { members: faces, customerTypesUntil }
}
