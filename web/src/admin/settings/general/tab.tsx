import styles from '#web/admin/settings/settings.module.css'
import { AccountCard } from './account-card.tsx'

export function GeneralTab() {
  return (
    <div className={styles.page}>
      <AccountCard />
    </div>
  )
}
