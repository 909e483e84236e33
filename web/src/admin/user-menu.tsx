import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowsExchange, IconKeyboard, IconLogout, IconSelector, IconUserCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { changeAppearance } from '#contracts/identity/appearance.ts'
import type { SessionView } from '#contracts/identity/session.ts'
import * as m from '#i18n/messages.js'
import { Menu } from '#web/kit/menu.tsx'
import { useThemeItems } from '#web/kit/theme-items.tsx'
import { call } from '#web/lib/call.ts'
import { notify } from '#web/ui/notify.ts'
import { Keys } from '#web/ui/parts.tsx'
import { MemberAvatar } from './member-avatar.tsx'
import { signOut, switchToTenant, useMember } from './session.ts'
import styles from './user-menu.module.css'

type Props = { isCollapsed: boolean; onHelp: () => void; onAccount: () => void }

/** Who is signed in and where, the own account, the other businesses, the theme, the shortcuts, and Sign Out. */
export function UserMenu({ isCollapsed, onHelp, onAccount }: Props) {
  const { user, tenant, tenants } = useMember()
  const [isLeaving, setLeaving] = useState(false)
  const theme = useThemeItems(
    (colorScheme) => void call(changeAppearance, { body: { colorScheme } }).catch(notify.failure),
  )
  const help = {
    label: m.desk_shortcuts(),
    icon: <IconKeyboard size={18} stroke={1.5} aria-hidden="true" />,
    hint: <Keys keys={['?']} />,
    onSelect: onHelp,
  }
  const own = {
    label: m.account_title(),
    icon: <IconUserCircle size={18} stroke={1.5} aria-hidden="true" />,
    onSelect: onAccount,
  }
  const others = tenants.filter(({ id }) => id !== tenant?.id)
  const switches = others.map(({ id, name }) => ({
    label: m.account_switch({ name }),
    icon: <IconArrowsExchange size={18} stroke={1.5} aria-hidden="true" />,
    onSelect: () => void switchToTenant(id).catch(notify.failure),
  }))
  const leave = async () => {
    setLeaving(true)
    await signOut().catch((error: unknown) => {
      setLeaving(false)
      notify.failure(error)
    })
  }
  return (
    <div className={styles.corner} data-collapsed={isCollapsed || undefined}>
      <Menu
        label={user.name}
        className={styles.menu}
        header={<p className={styles.email}>{user.email}</p>}
        items={[own, ...switches, ...theme.items, help]}
        button={(attributes) => (
          <button type="button" className={styles.user} {...attributes}>
            <span className="visually-hidden">{m.desk_account()}</span>
            {isCollapsed && <span className="visually-hidden">{user.name}</span>}
            <MemberAvatar id={user.id} name={user.name} size={30} />
            {!isCollapsed && (
              <>
                <span className={styles.names}>
                  <span className={styles.name}>{user.name}</span>
                  <span className={styles.tenant}>{tenantLine(tenant) ?? user.email}</span>
                </span>
                <IconSelector size={16} stroke={1.5} aria-hidden="true" />
              </>
            )}
          </button>
        )}
      />
      <Tooltip label={m.desk_sign_out()} position={isCollapsed ? 'right' : 'top'}>
        <ActionIcon aria-label={m.desk_sign_out()} disabled={isLeaving} onClick={() => void leave()}>
          <IconLogout size={18} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}

/** The business's name, labelled where it is a demo. */
function tenantLine(tenant: SessionView['tenant']): string | undefined {
  return tenant?.isDemo ? m.desk_demo_tenant({ name: tenant.name }) : tenant?.name
}
