import { IconRefreshAlert, IconWifiOff } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import * as m from '#i18n/messages.js'
import type { LiveState } from '#web/lib/live-stream.ts'
import styles from './banner.module.css'

function watchOnline(watcher: () => void): () => void {
  addEventListener('online', watcher)
  addEventListener('offline', watcher)
  return () => {
    removeEventListener('online', watcher)
    removeEventListener('offline', watcher)
  }
}

/** Shown while the device is offline, or the stream is lost and the page polls. */
export function ChatConnectionBanner({ live, isReady }: { live: LiveState; isReady: boolean }) {
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
