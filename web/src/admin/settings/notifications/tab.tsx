import { useMember } from '#web/admin/session.ts'
import styles from '#web/admin/settings/settings.module.css'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { BlockedAddresses } from './blocked-addresses.tsx'
import { MailServer } from './mail-server.tsx'
import { Outbox } from './outbox.tsx'
import { PreferencesCard } from './preferences.tsx'

const MailIn = lazyPart(async () => (await import('./mail-in.tsx')).MailIn)
const Letters = lazyPart(async () => (await import('./letters.tsx')).Letters)

/** Settings → Notifications: what the member is notified of; for owners and admins also the mail of the business. */
export function NotificationsTab() {
  const { user } = useMember()
  return (
    <div className={styles.page}>
      <PreferencesCard />
      {user.memberRole !== 'agent' && (
        <>
          <MailServer />
          <MailIn />
          <Letters />
          <Outbox />
          <BlockedAddresses />
        </>
      )}
    </div>
  )
}
