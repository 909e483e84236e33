import { ActionIcon } from '@mantine/core'
import { useDisclosure, useHotkeys, useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { IconMenu2 } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as m from '#i18n/messages.js'
import { lazyDialog, lazyPart } from '#web/kit/lazy-part.tsx'
import { PageMenu } from '#web/ui/page-menu.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { useSection } from './desk-address.ts'
import { type SectionId, sectionOf } from './sections.ts'
import styles from './shell.module.css'
import { Bell, Sidebar } from './sidebar.tsx'
import { useUnread } from './ticket-counters.ts'
import { openTicket } from './tickets/open-ticket.ts'

/** Without it initials stand for pictures, and a page keeps its colours. */
const LooksWatch = lazyPart(async () => (await import('./looks-watch.ts')).LooksWatch, { failed: () => null })
/** They come with an answer or an event of the server: the first frame has none. */
const Banners = lazyPart(async () => (await import('./banners.tsx')).Banners, { failed: () => null })
const AlertCenter = lazyPart(async () => (await import('./alerts/center.tsx')).AlertCenter, { failed: () => null })
const DeskLive = lazyPart(async () => (await import('./desk-live.tsx')).DeskLive, { failed: () => null })
const Palette = lazyDialog(async () => (await import('./palette/palette.tsx')).Palette)
const AccountDialog = lazyDialog(async () => (await import('./account/dialog.tsx')).AccountDialog)
const Shortcuts = lazyDialog(async () => (await import('./shortcuts.tsx')).Shortcuts)
const SidebarDrawer = lazyDialog(async () => (await import('./sidebar-drawer.tsx')).SidebarDrawer)

/** The frame of the desk: sidebar, palette, shortcuts, banner, and the open section in the panel. */
export function Shell() {
  const [section] = useSection()
  const unread = useUnread()
  const isNarrow = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  const [isDrawerOpen, drawer] = useDisclosure(false)
  const [isHelpOpen, help] = useDisclosure(false)
  // Here and not in the sidebar, which is another one when a phone is turned: what was typed stays.
  const [isAccountOpen, account] = useDisclosure(false)
  const [isPaletteOpen, palette] = useDisclosure(false)
  const [isCollapsed, setCollapsed] = useCollapsed(section)
  useHotkeys([['mod+K', palette.open]], [])
  useHotkeys([
    ['shift+?', help.open],
    ['[', () => setCollapsed(!isCollapsed)],
  ])
  const sidebar = {
    unread,
    onSearch: () => {
      drawer.close()
      palette.open()
    },
    onHelp: help.open,
    onAccount: account.open,
    onLeave: drawer.close,
  }
  const { Content } = sectionOf(section)
  return (
    <div className={styles.shell} data-narrow={isNarrow || undefined}>
      <a className={styles.skip} href="#content">
        {m.desk_skip_to_content()}
      </a>
      {isNarrow ? (
        <SidebarDrawer {...sidebar} isOpen={isDrawerOpen} onClose={drawer.close} />
      ) : (
        <aside className={styles.aside} data-collapsed={isCollapsed || undefined}>
          <Sidebar {...sidebar} isCollapsed={isCollapsed} onCollapse={() => setCollapsed(!isCollapsed)} />
        </aside>
      )}
      <main id="content" className={styles.main} tabIndex={-1}>
        <ConnectionBanner />
        <DeskLive />
        <Banners />
        <div className={styles.panel}>
          <PageMenu value={isNarrow ? <MenuButton isOpen={isDrawerOpen} onOpen={drawer.open} /> : null}>
            <Content />
          </PageMenu>
        </div>
      </main>
      <Palette isOpen={isPaletteOpen} onClose={palette.close} onHelp={help.open} ticket={openTicket} />
      <Shortcuts isOpen={isHelpOpen} onClose={help.close} />
      <AccountDialog isOpen={isAccountOpen} onClose={account.close} />
      <AlertCenter />
      <StaleCacheGuard />
      <LooksWatch />
    </div>
  )
}

/** Where the collapsed sidebar alone makes room for a ticket's side panel beside list and thread. */
const ROOM_FOR_PANEL = '(min-width: 1398px) and (max-width: 1607px)'

/** Whether the sidebar is collapsed: as the member chose, else while tickets need the room. */
function useCollapsed(section: SectionId): [isCollapsed: boolean, choose: (isCollapsed: boolean) => void] {
  const isTight = useMediaQuery(ROOM_FOR_PANEL, undefined, { getInitialValueInEffect: false })
  const [chosen, choose] = useLocalStorage<boolean | null>({
    key: 'segue-sidebar-collapsed',
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  return [chosen ?? (section === 'tickets' && isTight === true), choose]
}

function MenuButton({ isOpen, onOpen }: { isOpen: boolean; onOpen: () => void }) {
  return (
    <>
      <ActionIcon aria-label={m.desk_open_menu()} aria-expanded={isOpen} onClick={onOpen}>
        <IconMenu2 size={20} stroke={1.5} />
      </ActionIcon>
      <Bell />
    </>
  )
}

/** A page that comes back from the browser's back-forward cache may belong to someone who has signed out since. */
function StaleCacheGuard() {
  const client = useQueryClient()
  useEffect(() => {
    const check = (event: PageTransitionEvent) => event.persisted && void client.invalidateQueries()
    window.addEventListener('pageshow', check)
    return () => window.removeEventListener('pageshow', check)
  }, [client])
  return null
}
