import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { TicketId } from '#contracts/ids.ts'
import { type AlertSummary, readTicketAlerts } from '#contracts/notification/alert.ts'
import { useSectionSearch } from '#web/admin/desk-address.ts'
import { useDeskEvents } from '#web/admin/desk-events.ts'
import { useMember } from '#web/admin/session.ts'
import { call } from '#web/lib/call.ts'
import { playToneOnce } from '#web/lib/tone.ts'
import { setWindowCount } from '#web/ui/page-menu.ts'
import { summaryQuery } from './queries.ts'
import { isPressing } from './texts.ts'
import { AlertToasts } from './toasts.tsx'

type Newest = AlertSummary['newest'][number]

/** Announces what comes while the desk is open: in the window's title, with a tone, and over the open screen. */
export function AlertCenter() {
  const summary = useLiveSummary()
  const [announced, setAnnounced] = useState<readonly Newest[]>([])
  useEffect(() => setWindowCount(summary?.inTitle ?? 0), [summary?.inTitle])
  useReadOpenTicket(summary)
  useFresh(summary, (fresh) => {
    const [sounding] = fresh.filter(({ hasSound }) => hasSound)
    if (sounding) void playToneOnce(sounding.at)
    setAnnounced(fresh.filter((one) => one.isListed && isPressing(one)))
  })
  return <AlertToasts alerts={announced} onClose={() => setAnnounced([])} />
}

/** The summary, read again when an alert of the member came or was read on another screen. */
function useLiveSummary(): AlertSummary | undefined {
  const client = useQueryClient()
  const me = useMember().user.id
  useDeskEvents((event) => {
    const isMine = event.type === 'alerts.changed' && event.userIds.some((id) => id === me)
    if (isMine || event.type === 'resync') void client.invalidateQueries({ queryKey: ['alerts'] })
  })
  return useQuery(summaryQuery).data
}

/** Runs for alerts that came since the summary before; not for those that were there when the desk was opened. */
function useFresh(summary: AlertSummary | undefined, run: (fresh: Newest[]) => void): void {
  const known = useRef<string | null>(null)
  const announce = useEffectEvent(run)
  useEffect(() => {
    if (!summary) return
    const before = known.current
    const newest = summary.newest[0]?.at ?? ''
    known.current = before && before > newest ? before : newest
    if (before === null) return
    const fresh = summary.newest.filter(({ at }) => at > before)
    if (fresh.length > 0) announce(fresh)
  }, [summary])
}

/** What the member has open in front of them is read. */
function useReadOpenTicket(summary: AlertSummary | undefined): void {
  const client = useQueryClient()
  const [{ section, ticket }] = useSectionSearch()
  const isShown = usePageShown()
  const open = section === 'tickets' && isShown ? ticket : undefined
  const isAnyUnread = Boolean(summary && summary.unread + summary.inTitle > 0)
  const newest = summary?.newest[0]?.at
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each alert that comes while the ticket is open
  useEffect(() => {
    if (!open || !isAnyUnread) return
    const params = { ticketId: open as TicketId }
    call(readTicketAlerts, { params }).then(
      (now) => client.setQueryData(summaryQuery.queryKey, now),
      () => undefined,
    )
  }, [client, open, isAnyUnread, newest])
}

function usePageShown(): boolean {
  const [isShown, setShown] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const follow = () => setShown(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', follow)
    return () => document.removeEventListener('visibilitychange', follow)
  }, [])
  return isShown
}
