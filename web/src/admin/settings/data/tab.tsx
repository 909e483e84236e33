import styles from '#web/admin/settings/settings.module.css'
import { Erasures } from './erasures.tsx'
import { Retention } from './retention.tsx'
import { TakeOuts } from './take-outs.tsx'

/** The data of the business: its take-out, how long it is kept, and the certificates of erasures. */
export function DataTab() {
  return (
    <div className={styles.page}>
      <TakeOuts />
      <Retention />
      <Erasures />
    </div>
  )
}
