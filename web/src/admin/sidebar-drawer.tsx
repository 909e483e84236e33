import { Drawer } from '@mantine/core'
import type { ComponentProps } from 'react'
import * as m from '#i18n/messages.js'
import { Sidebar } from './sidebar.tsx'

type Props = Pick<ComponentProps<typeof Sidebar>, 'unread' | 'onSearch' | 'onHelp' | 'onAccount' | 'onLeave'> & {
  isOpen: boolean
  onClose: () => void
}

/** The sidebar over the page, on narrow screens. */
export function SidebarDrawer({ isOpen, onClose, ...sidebar }: Props) {
  return (
    <Drawer.Root opened={isOpen} onClose={onClose} size={280} transitionProps={{ duration: 150 }}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={m.desk_navigation()}>
        <Sidebar {...sidebar} isCollapsed={false} onCollapse={onClose} isDrawer />
      </Drawer.Content>
    </Drawer.Root>
  )
}
