import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import * as m from '#i18n/messages.js'
import styles from './section.module.css'

type PanelDrawerProps = { isOpen: boolean; onClose: () => void; isPhone: boolean; children: ReactNode }

/** The side panel of a ticket over the page, where it has no room beside the thread. */
export function PanelDrawer({ isOpen, onClose, isPhone, children }: PanelDrawerProps) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size={isPhone ? '100%' : 340}
      title={m.ticket_details()}
      padding={0}
      classNames={{ header: styles.drawerHead ?? '', body: styles.drawerBody ?? '' }}
      transitionProps={{ duration: 150 }}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      {children}
    </Drawer>
  )
}
