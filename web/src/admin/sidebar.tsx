import { ActionIcon, Tooltip } from '@mantine/core'
import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSearch,
  IconShieldStar,
  IconX,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import * as m from '#i18n/messages.js'
import { Mark, Wordmark } from '#web/brand/brand.tsx'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { isFollowedHere } from '#web/lib/followed-here.ts'
import { Keys } from '#web/ui/parts.tsx'
import { openSection, sectionHref, useSection } from './desk-address.ts'
import { modKey } from './mod-key.ts'
import { type SectionId, sectionGroups, sectionOf } from './sections.ts'
import { useMember } from './session.ts'
import styles from './sidebar.module.css'
import { UserMenu } from './user-menu.tsx'

/** Beside the sidebar's fold button, on narrow screens beside the menu button. */
export const Bell = lazyPart(async () => (await import('./alerts/bell.tsx')).Bell)

type SidebarProps = {
  /** 70 px: icons with tooltips. */
  isCollapsed: boolean
  onCollapse: () => void
  onSearch: () => void
  onHelp: () => void
  onAccount: () => void
  /** After a choice, so that the drawer closes. */
  onLeave: () => void
  isDrawer?: boolean
  /** Unread tickets. */
  unread: number
}

/** The sidebar: sections in groups, search, and the user menu at the bottom. */
export function Sidebar({
  isCollapsed,
  onCollapse,
  onSearch,
  onHelp,
  onAccount,
  onLeave,
  isDrawer,
  unread,
}: SidebarProps) {
  const { user } = useMember()
  const Fold = isDrawer ? IconX : isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  const foldLabel = isDrawer ? m.common_close() : isCollapsed ? m.desk_sidebar_expand() : m.desk_sidebar_collapse()
  return (
    <div className={styles.sidebar} data-collapsed={isCollapsed || undefined}>
      <div className={styles.top}>
        <span className={styles.brand}>{isCollapsed ? <Mark size={26} /> : <Wordmark size={26} />}</span>
        <span className={styles.tools}>
          {!isDrawer && <Bell />}
          <Tooltip label={foldLabel} position="right" disabled={isDrawer}>
            <ActionIcon aria-label={foldLabel} aria-expanded={!isCollapsed} onClick={onCollapse}>
              <Fold size={18} stroke={1.5} />
            </ActionIcon>
          </Tooltip>
        </span>
      </div>
      <Hint label={m.desk_search()} isOn={isCollapsed}>
        <button type="button" className={styles.search} onClick={onSearch}>
          <IconSearch size={16} stroke={1.5} aria-hidden="true" />
          <span className={styles.word}>{m.desk_search()}</span>
          {!isCollapsed && !isDrawer && (
            <span aria-hidden="true">
              <Keys keys={[modKey(), 'K']} />
            </span>
          )}
        </button>
      </Hint>
      <nav className={styles.nav} aria-label={m.desk_navigation()}>
        {sectionGroups.map((group) => (
          <div key={group.ids[0]} className={styles.group}>
            {group.label && !isCollapsed && <p className={styles.caption}>{group.label()}</p>}
            <ul className={styles.list}>
              {group.ids.map((id) => (
                <li key={id}>
                  <SectionLink
                    id={id}
                    isCollapsed={isCollapsed}
                    count={id === 'tickets' ? unread : 0}
                    onLeave={onLeave}
                  />
                </li>
              ))}
            </ul>
          </div>
        ))}
        {user.role === 'super-admin' && (
          <div className={styles.group}>
            <Hint label={m.desk_super_admin()} isOn={isCollapsed}>
              <a className={styles.link} href="/super-admin">
                <IconShieldStar size={18} stroke={1.5} aria-hidden="true" />
                <span className={styles.word}>{m.desk_super_admin()}</span>
              </a>
            </Hint>
          </div>
        )}
      </nav>
      <UserMenu isCollapsed={isCollapsed} onHelp={onHelp} onAccount={onAccount} />
    </div>
  )
}

type SectionLinkProps = { id: SectionId; isCollapsed: boolean; count: number; onLeave: () => void }

function SectionLink({ id, isCollapsed, count, onLeave }: SectionLinkProps) {
  const [current] = useSection()
  const { label, Icon } = sectionOf(id)
  return (
    <Hint label={label()} isOn={isCollapsed}>
      <a
        href={sectionHref(id)}
        className={styles.link}
        aria-current={id === current ? 'page' : undefined}
        onClick={(event) => {
          onLeave()
          if (!isFollowedHere(event)) return
          event.preventDefault()
          openSection(id)
        }}
      >
        <Icon size={18} stroke={1.5} aria-hidden="true" />
        <span className={styles.word}>{label()}</span>
        {count > 0 && (
          <span className={styles.count}>
            {count > 99 ? '99+' : count}
            <span className="visually-hidden"> {m.desk_unread()}</span>
          </span>
        )}
      </a>
    </Hint>
  )
}

/** A tooltip with the label, while labels are hidden. */
export function Hint({ label, isOn, children }: { label: string; isOn: boolean; children: ReactNode }) {
  return (
    <Tooltip label={label} position="right" disabled={!isOn}>
      {children}
    </Tooltip>
  )
}
