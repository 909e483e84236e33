import * as m from '#i18n/messages.js'
import { Skeleton } from '#web/kit/surface.tsx'
import styles from './pane-skeleton.module.css'

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
