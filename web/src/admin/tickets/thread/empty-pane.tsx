import { IconInbox } from '@tabler/icons-react'
import * as m from '#i18n/messages.js'
import { EmptyState } from '#web/kit/states.tsx'
import { Skeleton } from '#web/kit/surface.tsx'
import { Keys } from '#web/ui/parts.tsx'
import styles from './empty-pane.module.css'

/** Placeholder while a thread is loading. */
export function PaneSkeleton() {
  return (
    <div className={styles.skeleton} role="status" aria-label={m.common_loading()}>
      <Skeleton width="46%" height="16px" />
      <Skeleton width="70%" height="12px" />
      <div className={styles.left}>
        <Skeleton width="58%" height="54px" radius="10px" />
      </div>
      <div className={styles.right}>
        <Skeleton width="52%" height="72px" radius="10px" />
      </div>
      <div className={styles.left}>
        <Skeleton width="40%" height="36px" radius="10px" />
      </div>
    </div>
  )
}

/** No ticket is open. */
export function NoTicket() {
  return (
    <div className={styles.nothing}>
      <EmptyState icon={<IconInbox size={24} stroke={1.5} />} title={m.ticket_choose_title()}>
        {m.ticket_choose_text()}{' '}
        <span className={styles.keys} aria-hidden="true">
          <Keys keys={['J']} /> <Keys keys={['K']} />
        </span>
      </EmptyState>
    </div>
  )
}
