import { useEffect, useState } from 'react'
import { getPortal, type PortalView } from '#contracts/tenant/portal.ts'
import { call } from '#web/lib/call.ts'

/** The longest delay of a browser's timer. */
const MAX_TIMER_MS = 2 ** 31 - 1
/** The server's clock may be a little behind. */
const AFTER_CHANGE_MS = 1000

/** The business as it is now: read again when its hours begin or end, and when the page becomes visible again. */
export function usePortalNow(given: PortalView): PortalView {
  const [portal, setPortal] = useState(given)
  const { slug, isOpenNow, opensAt, closesAt } = portal
  useEffect(() => {
    let isShown = true
    const read = () => {
      // What is known may have become wrong by itself, also where the server cannot be reached.
      setPortal((known) => ({ ...known }))
      call(getPortal, { params: { slug } }).then(
        (now) => isShown && now.status === 'ACTIVE' && setPortal(now),
        () => undefined,
      )
    }
    const readIfVisible = () => document.visibilityState === 'visible' && read()
    const change = isOpenNow ? closesAt : opensAt
    const left = change ? Date.parse(change) - Date.now() : Number.NaN
    const timer = left > 0 ? setTimeout(read, Math.min(left + AFTER_CHANGE_MS, MAX_TIMER_MS)) : undefined
    document.addEventListener('visibilitychange', readIfVisible)
    return () => {
      isShown = false
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', readIfVisible)
    }
  }, [slug, isOpenNow, opensAt, closesAt])
  return portal
}
