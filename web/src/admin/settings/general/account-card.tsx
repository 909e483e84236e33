import type { MemberRole } from '#contracts/identity/role.ts'
import * as m from '#i18n/messages.js'
import { useMember } from '#web/admin/session.ts'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { Avatar } from '#web/kit/surface.tsx'
import styles from './general.module.css'

const roles: Record<MemberRole, () => string> = {
  owner: m.settings_role_owner,
  admin: m.settings_role_admin,
  agent: m.settings_role_agent,
}

/** Who is signed in, and as what. */
export function AccountCard() {
  const { user } = useMember()
  return (
    <SettingsCard id="account" title={m.settings_account()} text={m.settings_account_text()}>
      <div className={styles.person}>
        <Avatar name={user.name} size={40} src={user.appearance.avatarUrl} />
        <div className={styles.personLines}>
          <strong>{user.name}</strong>
          <span>{user.email}</span>
        </div>
        {user.memberRole && <span className={styles.role}>{roles[user.memberRole]()}</span>}
      </div>
    </SettingsCard>
  )
}
