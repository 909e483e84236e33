import { useEffect, useEffectEvent, useState } from 'react'
import type { TicketId } from '#contracts/ids.ts'
import { reportPresence } from '#contracts/ticket/presence.ts'
import { useDeskEvents } from '#web/admin/desk-events.ts'
import { call } from '#web/lib/call.ts'
import { applyPresence, nobody, type Presence, type PresenceScope, withoutExpired } from './presence.ts'

const BEAT_MS = 10_000

/** Who else looks at the ticket or types. `onNewFace` is the moment to say hello by one's own heartbeat. */
export function usePresence(place: PresenceScope, onNewFace: () => void): Presence {
  const [presence, setPresence] = useState(nobody)
  useDeskEvents((event) => {
    if (
      event.type === 'presence' &&
      event.isHere &&
      event.ticketId === place.ticketId &&
      event.member.id !== place.me
    ) {
      if (!presence.members.some((face) => face.id === event.member.id)) onNewFace()
    }
    setPresence((before) => applyPresence(before, event, place, Date.now()))
  })
  const isAnyone = presence !== nobody && (presence.members.length > 0 || presence.customerTypesUntil > 0)
  useEffect(() => {
    if (!isAnyone) return
    const timer = setInterval(() => setPresence((before) => withoutExpired(before, Date.now())), 1000)
    return () => clearInterval(timer)
  }, [isAnyone])
  return presence
}

const isShown = () => document.visibilityState === 'visible'

/**
 * The heartbeat of an open ticket: says at once and every 10 s that one is here, whether one types, and how far one has
 * read; leaving and hiding the page say goodbye. `onSeen` runs when the server has taken the read position. Gives the
 * beat itself, to greet a new face.
 */
export function usePresenceHeartbeat(
  given: { ticketId: string; isTyping: boolean; seenSeq: number },
  onSeen: () => void,
): () => void {
  const { ticketId, isTyping, seenSeq } = given
  const say = useEffectEvent((id: string, isHere: boolean) => {
    const seen = isHere ? seenSeq : 0
    const body = { isHere, isTyping: isHere && isTyping, seenSeq: seen }
    call(reportPresence, { params: { ticketId: id as TicketId }, body }).then(
      () => seen > 0 && onSeen(),
      () => undefined,
    )
  })
  useEffect(() => {
    const beat = () => isShown() && say(ticketId, true)
    const turn = () => say(ticketId, isShown())
    const timer = setInterval(beat, BEAT_MS)
    document.addEventListener('visibilitychange', turn)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', turn)
      say(ticketId, false)
    }
  }, [ticketId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of what is told is told at once
  useEffect(() => {
    if (isShown()) say(ticketId, true)
  }, [ticketId, isTyping, seenSeq])
  return useEffectEvent(() => {
    if (isShown()) say(ticketId, true)
  })
}
