import { Menu } from '@mantine/core'
import {
  IconCircleCheck,
  IconCircleDashed,
  IconGitMerge,
  IconHourglass,
  IconInbox,
  IconLink,
  IconSparkles,
  IconTrash,
} from '@tabler/icons-react'
import type { TicketStatus, TicketView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { isFinished } from '#web/admin/tickets/filter.ts'
import type { TicketActions } from '#web/admin/tickets/ticket-actions.ts'
import { notify } from '#web/ui/notify.ts'
import styles from './header.module.css'

const icon = { size: 16, stroke: 1.5 }

export type MoreProps = {
  ticket: TicketView
  actions: TicketActions
  isPhone: boolean
  onSnooze: () => void
  onMerge: () => void
}

/** The less frequent actions on a ticket, as items of its menu: those that the server's policy allows now. */
export function MoreItems({ ticket, actions, isPhone, onSnooze, onMerge }: MoreProps) {
  const { can } = ticket
  const move = (next: TicketStatus) => () => actions.run({ kind: 'move', status: next })
  return (
    <>
      {isPhone && can.moveTo.includes('waiting') && (
        <Menu.Item leftSection={<IconHourglass {...icon} />} onClick={move('waiting')}>
          {m.ticket_waiting()}
        </Menu.Item>
      )}
      {isPhone && can.moveTo.includes('closed') && (
        <Menu.Item leftSection={<IconCircleCheck {...icon} />} onClick={move('closed')}>
          {m.ticket_close()}
        </Menu.Item>
      )}
      {can.moveTo.includes('in-progress') && (
        <Menu.Item leftSection={<IconCircleDashed {...icon} />} onClick={move('in-progress')}>
          {m.ticket_move_in_progress()}
        </Menu.Item>
      )}
      {can.moveTo.includes('open') && !isFinished(ticket.status) && (
        <Menu.Item leftSection={<IconInbox {...icon} />} onClick={move('open')}>
          {m.ticket_move_open()}
        </Menu.Item>
      )}
      {can.snooze && (
        <Menu.Item leftSection={<IconHourglass {...icon} />} onClick={onSnooze}>
          {m.ticket_snooze_title()}
        </Menu.Item>
      )}
      {can.merge && (
        <Menu.Item leftSection={<IconGitMerge {...icon} />} onClick={onMerge}>
          {m.merge_action()}
        </Menu.Item>
      )}
      {can.handBack && (
        <Menu.Item leftSection={<IconSparkles {...icon} />} onClick={() => void actions.handBack()}>
          {m.ticket_hand_back()}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconLink {...icon} />} onClick={() => void copyLink()}>
        {m.ticket_copy_link()}
      </Menu.Item>
      {can.delete && (
        <>
          <Menu.Divider />
          <Menu.Item
            className={styles.danger ?? ''}
            leftSection={<IconTrash {...icon} />}
            onClick={() => void actions.remove()}
          >
            {m.ticket_delete()}
          </Menu.Item>
        </>
      )}
    </>
  )
}

async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href)
    notify.success(m.ticket_copied())
  } catch {
    notify.error(m.ticket_copy_failed())
  }
}
