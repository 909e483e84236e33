import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconRefreshAlert, IconWifiOff } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import * as m from '#i18n/messages.js'
import { classes } from '#web/lib/classes.ts'
import type { LiveState } from '#web/lib/live.ts'
import styles from './banner.module.css'

function watchOnline(watcher: () => void): () => void {
  addEventListener('online', watcher)
  addEventListener('offline', watcher)
  return () => {
    removeEventListener('online', watcher)
    removeEventListener('offline', watcher)
  }
}

/** Says that the device is offline, or that news come by asking only. */
export function Banner({ live, isReady }: { live: LiveState; isReady: boolean }) {
  const isOnline = useSyncExternalStore(watchOnline, () => navigator.onLine)
  const isLost = isReady && live === 'lost'
  return (
    <div role="status">
      {(!isOnline || isLost) && (
        <p className={styles.banner}>
          {isOnline ? <IconRefreshAlert size={18} stroke={1.5} /> : <IconWifiOff size={18} stroke={1.5} />}
          {isOnline ? m.chat_live_lost() : m.chat_offline()}
        </p>
      )}
    </div>
  )
}

export type Notice = { text: string; tone: 'success' | 'info' | 'error' }
export type Tell = (text: string, tone: Notice['tone']) => void

const NOTICE_MS = 6000
const icons = { success: IconCircleCheck, info: IconInfoCircle, error: IconAlertTriangle }

/** One sentence on what just happened, at the head of the chat where it covers nothing; gone after a few seconds. */
export function useNotice(): [Notice | null, Tell] {
  const [notice, setNotice] = useState<Notice | null>(null)
  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => setNotice(null), NOTICE_MS)
    return () => clearTimeout(timer)
  }, [notice])
  return [notice, (text, tone) => setNotice({ text, tone })]
}

export function NoticeLine({ notice }: { notice: Notice | null }) {
  const Icon = icons[notice?.tone ?? 'info']
  return (
    <div role="status">
      {notice && (
        <p className={classes(styles.banner, styles[notice.tone])}>
          <Icon size={18} stroke={1.5} aria-hidden="true" />
          {notice.text}
        </p>
      )}
    </div>
  )
}
