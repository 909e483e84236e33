import * as m from '#i18n/messages.js'
import { useMember } from '#web/admin/session.ts'
import styles from '#web/admin/settings/settings.module.css'
import { EmptyState } from '#web/kit/states.tsx'
import { ApiKeys } from './keys.tsx'
import { Webhooks } from './webhooks.tsx'

/** Settings → API: the keys of the business's own programs, and the addresses that are told of events. */
export function ApiTab() {
  const { user } = useMember()
  if (user.memberRole === 'agent') return <EmptyState title={m.error_api_keys_roles()} />
  return (
    <div className={styles.page}>
      <ApiKeys />
      <Webhooks />
    </div>
  )
}
