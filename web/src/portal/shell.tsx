import {
  IconBook2,
  IconHistory,
  IconInbox,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLifebuoy,
  IconSettings,
  IconTicket,
} from '@tabler/icons-react'
import { type MouseEvent, type ReactNode, useState } from 'react'
import type { PortalView } from '#contracts/tenant/portal.ts'
import * as m from '#i18n/messages.js'
import { IconButton } from '#web/kit/button.tsx'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { classes } from '#web/lib/classes.ts'
import { isFollowedHere } from '#web/lib/followed-here.ts'
import type { Accounts } from '#web/portal/account/use-account.ts'
import { BrandLine } from './brand.tsx'
import { goTo, linkTo, type Tab } from './portal-location.ts'
import styles from './shell.module.css'
import { readStored, storeValue } from './storage.ts'

type TabOfPage = { tab: Tab; label: () => string; icon: typeof IconLifebuoy }

const HELP_CENTER: TabOfPage = { tab: 'help-center', label: m.portal_tab_help_center, icon: IconBook2 }
const GUEST_TABS: TabOfPage[] = [
  { tab: 'get-help', label: m.portal_tab_get_help, icon: IconLifebuoy },
  { tab: 'submit-ticket', label: m.portal_tab_submit_ticket, icon: IconTicket },
  HELP_CENTER,
]
const CUSTOMER_TABS: TabOfPage[] = [
  { tab: 'get-help', label: m.portal_tab_get_support, icon: IconLifebuoy },
  { tab: 'my-tickets', label: m.portal_tab_my_tickets, icon: IconInbox },
  { tab: 'chat-history', label: m.portal_tab_chat_history, icon: IconHistory },
  HELP_CENTER,
  { tab: 'settings', label: m.portal_tab_settings, icon: IconSettings },
]

/** Without them the page works for guests: nothing is shown where their code cannot be loaded. */
const Menus = lazyPart(async () => (await import('./menus.tsx')).Menus, {
  waiting: () => <span className={styles.menusPlace} />,
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
  const tabs = accounts.account
    ? CUSTOMER_TABS
    : GUEST_TABS.filter((one) => one.tab !== 'submit-ticket' || portal.allowPublicTickets)
  // Customers come to the form from their tickets.
  const shownTab = accounts.account && tab === 'submit-ticket' ? 'my-tickets' : tab
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
        <Navigation tab={shownTab} tabs={tabs} isCollapsed={isCollapsed} />
        <div className={styles.foot}>
          <Menus slug={portal.slug} accounts={accounts} />
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

type NavigationProps = { tab: Tab; tabs: readonly TabOfPage[]; isCollapsed: boolean }

function Navigation({ tab, tabs, isCollapsed }: NavigationProps) {
  const follow = (event: MouseEvent, next: Tab) => {
    if (!isFollowedHere(event)) return
    event.preventDefault()
    goTo({ tab: next, article: null, chat: null })
    scrollTo({ top: 0 })
  }
  return (
    <nav className={styles.nav} aria-label={m.portal_navigation()}>
      {tabs.map(({ tab: one, label, icon: Icon }) => (
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

/** "Powered by" line. */
export function PoweredBy({ className }: { className?: string | undefined }) {
  return (
    <span className={className}>
      {m.portal_powered()} <strong>{m.brand_wordmark()}</strong>
    </span>
  )
}
