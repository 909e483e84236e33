import { ActionIcon, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import * as m from '#i18n/messages.js'
import { lazyDialog } from '#web/kit/lazy-part.tsx'
import styles from './alerts.module.css'
import { summaryQuery } from './queries.ts'

const AlertsDrawer = lazyDialog(async () => (await import('./drawer.tsx')).AlertsDrawer)

/** The bell with the number of unread alerts; it opens their list. */
export function Bell() {
  const [isOpen, drawer] = useDisclosure(false)
  const unread = useQuery(summaryQuery).data?.unread ?? 0
  const label = unread > 0 ? m.alert_bell_unread({ count: unread }) : m.alert_bell()
  return (
    <>
      <Tooltip label={label} position="right">
        <ActionIcon className={styles.bell ?? ''} aria-label={label} aria-haspopup="dialog" onClick={drawer.open}>
          <IconBell size={18} stroke={1.5} />
          {unread > 0 && (
            <span className={styles.count} aria-hidden="true">
              {unread > 99 ? '99+' : unread}
            </span>
          )}
        </ActionIcon>
      </Tooltip>
      <AlertsDrawer isOpen={isOpen} onClose={drawer.close} />
    </>
  )
}
