import { useEffect, useEffectEvent, useState } from 'react'
import type { TicketId } from '#contracts/ids.ts'
import { reportPresence } from '#contracts/ticket/presence.ts'
import { useDeskEvents } from '#web/admin/desk-events.ts'
import { call } from '#web/lib/call.ts'
import { applyPresence, nobody, type Presence, type PresenceScope, withoutExpired } from './presence.ts'

const BEAT_MS = 10_000

/** Other members who have the ticket open or type. On `onNewMember` the page sends a heartbeat, so that the new member sees this one. */
export function usePresence(scope: PresenceScope, onNewMember: () => void): Presence {
  const [presence, setPresence] = useState(nobody)
  useDeskEvents((event) => {
    if (
      event.type === 'presence' &&
      event.isHere &&
      event.ticketId === scope.ticketId &&
      event.member.id !== scope.me
    ) {
      if (!presence.members.some((face) => face.id === event.member.id)) onNewMember()
    }
    setPresence((before) => applyPresence(before, event, scope, Date.now()))
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
 * The heartbeat of an open ticket: reports at once and every 10 s that the member is present, whether they type, and their read
 * position; reports absence on leaving or hiding the page. `onSeen` runs when the server has stored the read position. Returns
 * a function that sends a heartbeat.
 */
export function usePresenceHeartbeat(
  given: { ticketId: string; isTyping: boolean; seenSeq: number },
  onSeen: () => void,
): () => void {
  const { ticketId, isTyping, seenSeq } = given
  const report = useEffectEvent((id: string, isHere: boolean) => {
    const seen = isHere ? seenSeq : 0
    const body = { isHere, isTyping: isHere && isTyping, seenSeq: seen }
    call(reportPresence, { params: { ticketId: id as TicketId }, body }).then(
      () => seen > 0 && onSeen(),
      () => undefined,
    )
  })
  useEffect(() => {
    const sendHeartbeat = () => isShown() && report(ticketId, true)
    const reportVisibility = () => report(ticketId, isShown())
    const timer = setInterval(sendHeartbeat, BEAT_MS)
    document.addEventListener('visibilitychange', reportVisibility)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', reportVisibility)
      report(ticketId, false)
    }
  }, [ticketId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports each change at once
  useEffect(() => {
    if (isShown()) report(ticketId, true)
  }, [ticketId, isTyping, seenSeq])
  return useEffectEvent(() => {
    if (isShown()) report(ticketId, true)
  })
}
