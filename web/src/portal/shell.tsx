import {
  IconBook2,
  IconInbox,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLifebuoy,
  IconTicket,
} from '@tabler/icons-react'
import { type MouseEvent, type ReactNode, useState } from 'react'
import type { PortalView } from '#contracts/tenant/portal.ts'
import * as m from '#i18n/messages.js'
import { IconButton } from '#web/kit/button.tsx'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { Menu } from '#web/kit/menu.tsx'
import { useThemeItems } from '#web/kit/theme-items.tsx'
import { classes } from '#web/lib/classes.ts'
import { isFollowedHere } from '#web/lib/followed-here.ts'
import type { Accounts } from '#web/portal/account/use-account.ts'
import { BrandLine } from './brand.tsx'
import { goTo, linkTo, type Tab } from './portal-location.ts'
import styles from './shell.module.css'
import { readStored, storeValue } from './storage.ts'

const TABS: { tab: Tab; label: () => string; icon: typeof IconLifebuoy }[] = [
  { tab: 'get-help', label: m.portal_tab_get_help, icon: IconLifebuoy },
  { tab: 'my-tickets', label: m.portal_tab_my_tickets, icon: IconInbox },
  { tab: 'submit-ticket', label: m.portal_tab_submit_ticket, icon: IconTicket },
  { tab: 'help-center', label: m.portal_tab_help_center, icon: IconBook2 },
]

/** Without it the page works for guests: nothing is shown where its code cannot be loaded. */
const AccountMenu = lazyPart(async () => (await import('./account/account-menu.tsx')).AccountMenu, {
  waiting: () => <span className={styles.accountPlace} />,
  failed: () => null,
})

const SIDEBAR_KEY = 'segue_portal_sidebar'

function startsCollapsed(): boolean {
  const stored = readStored(SIDEBAR_KEY)
  return stored === null ? matchMedia('(769px <= width <= 1023px)').matches : stored === 'collapsed'
}

type ShellProps = { portal: PortalView; accounts: Accounts; tab: Tab; children: ReactNode; floating: ReactNode }

/** The page around the tabs: a sidebar (280 px, collapsed 70), on phones the name above and the tabs at the bottom. `floating` is rendered above it. */
export function Shell(props: ShellProps) {
  const { portal, accounts, tab, children, floating } = props
  const hidden: Tab[] = [
    ...(accounts.account ? [] : (['my-tickets'] as const)),
    ...(portal.allowPublicTickets ? [] : (['submit-ticket'] as const)),
  ]
  const [isCollapsed, setCollapsed] = useState(startsCollapsed)
  const toggle = () => {
    storeValue(SIDEBAR_KEY, isCollapsed ? 'open' : 'collapsed')
    setCollapsed(!isCollapsed)
  }
  return (
    <div className="pf-shell">
      <a className={styles.skip} href="#content">
        {m.portal_skip()}
      </a>
      <header className={classes('pf-side', styles.side, isCollapsed && styles.collapsed)}>
        <div className="pf-brand" title={isCollapsed ? portal.name : undefined}>
          <BrandLine portal={portal} />
        </div>
        <Navigation tab={tab} hidden={hidden} isCollapsed={isCollapsed} />
        <div className={styles.foot}>
          <AccountMenu slug={portal.slug} accounts={accounts} />
          <ThemeMenu />
          <span className={styles.toggle}>
            <IconButton
              label={isCollapsed ? m.portal_sidebar_expand() : m.portal_sidebar_collapse()}
              aria-expanded={!isCollapsed}
              onClick={toggle}
            >
              {isCollapsed ? (
                <IconLayoutSidebarLeftExpand size={20} stroke={1.5} />
              ) : (
                <IconLayoutSidebarLeftCollapse size={20} stroke={1.5} />
              )}
            </IconButton>
          </span>
        </div>
        <PoweredBy className={styles.powered} />
      </header>
      <main id="content" className="pf-main" tabIndex={-1}>
        <div className="pf-column">{children}</div>
      </main>
      {floating}
    </div>
  )
}

type NavigationProps = { tab: Tab; hidden: readonly Tab[]; isCollapsed: boolean }

function Navigation({ tab, hidden, isCollapsed }: NavigationProps) {
  const follow = (event: MouseEvent, next: Tab) => {
    if (!isFollowedHere(event)) return
    event.preventDefault()
    goTo({ tab: next, article: null, chat: null })
    scrollTo({ top: 0 })
  }
  return (
    <nav className={styles.nav} aria-label={m.portal_navigation()}>
      {TABS.filter((one) => !hidden.includes(one.tab)).map(({ tab: one, label, icon: Icon }) => (
        <a
          key={one}
          className={styles.tab}
          href={linkTo({ tab: one, article: null, chat: null })}
          aria-current={one === tab ? 'page' : undefined}
          title={isCollapsed ? label() : undefined}
          onClick={(event) => follow(event, one)}
        >
          <Icon size={22} stroke={1.5} aria-hidden="true" />
          <span className={styles.label}>{label()}</span>
        </a>
      ))}
    </nav>
  )
}

/** Theme choice: light, dark, or the device's. */
export function ThemeMenu() {
  const { items, Icon } = useThemeItems()
  return <Menu label={m.common_theme()} icon={<Icon size={20} stroke={1.5} />} items={items} />
}

/** "Powered by" line. */
export function PoweredBy({ className }: { className?: string | undefined }) {
  return (
    <span className={className}>
      {m.portal_powered()} <strong>{m.brand_wordmark()}</strong>
    </span>
  )
}
