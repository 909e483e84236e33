import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import {
  IconArrowLeft,
  IconCircleCheck,
  IconCircleDashed,
  IconDots,
  IconHourglass,
  IconInbox,
  IconLayoutSidebarRight,
  IconLink,
  IconSparkles,
  IconTrash,
} from '@tabler/icons-react'
import type { TicketStatus, TicketView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { EmailClaim } from '#web/admin/tickets/email-status.tsx'
import { isFinished } from '#web/admin/tickets/filter.ts'
import type { TicketActions } from '#web/admin/tickets/ticket-actions.ts'
import { notify } from '#web/ui/notify.ts'
import { DemoBadge, OverLimitBadge } from '#web/ui/parts.tsx'
import styles from './header.module.css'

const icon = { size: 16, stroke: 1.5 }

type HeaderProps = {
  ticket: TicketView
  actions: TicketActions
  /** On phones: back to the list. */
  onBack: (() => void) | null
  /** Where the side panel is a drawer. */
  onPanel: (() => void) | null
  onSnooze: () => void
}

/** The ticket's subject and the actions that the server's policy allows now (`can`). */
export function Header({ ticket, actions, onBack, onPanel, onSnooze }: HeaderProps) {
  return (
    <header className={styles.header}>
      {onBack && (
        <ActionIcon aria-label={m.ticket_back()} onClick={onBack}>
          <IconArrowLeft size={20} stroke={1.5} />
        </ActionIcon>
      )}
      <div className={styles.title}>
        <div className={styles.subject}>
          <h2 tabIndex={-1} data-ticket-title="">
            {ticket.subject}
          </h2>
          <span className={styles.number}>#{ticket.number}</span>
          {ticket.isDemo && <DemoBadge />}
          {ticket.isOverLimit && <OverLimitBadge />}
        </div>
        <EmailClaim email={ticket.customerEmail} status={ticket.emailStatus} />
      </div>
      <div className={styles.actions}>
        <StatusButtons ticket={ticket} actions={actions} isPhone={onBack !== null} />
        <More ticket={ticket} actions={actions} isPhone={onBack !== null} onSnooze={onSnooze} />
        {onPanel && (
          <Tooltip label={m.ticket_details()}>
            <ActionIcon aria-label={m.ticket_details()} onClick={onPanel}>
              <IconLayoutSidebarRight size={18} stroke={1.5} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
    </header>
  )
}

type Part = Pick<HeaderProps, 'ticket' | 'actions'> & { isPhone: boolean }

/** The likely next status as a filled button, and an alternative; on phones that is in the menu. */
function StatusButtons({ ticket, actions, isPhone }: Part) {
  const { can, status } = ticket
  const move = (next: TicketStatus) => () => actions.run({ kind: 'move', status: next })
  return (
    <>
      {!isPhone && can.moveTo.includes('waiting') && <Button onClick={move('waiting')}>{m.ticket_waiting()}</Button>}
      {!isPhone && can.moveTo.includes('closed') && <Button onClick={move('closed')}>{m.ticket_close()}</Button>}
      {isFinished(ticket.status) && can.moveTo.includes('open') && (
        <Button onClick={move('open')}>{m.ticket_reopen()}</Button>
      )}
      {can.take && (
        <Button variant="filled" onClick={() => actions.run({ kind: 'take' })}>
          {m.ticket_take()}
        </Button>
      )}
      {can.moveTo.includes('resolved') && (
        <Button variant="filled" onClick={move('resolved')}>
          {status === 'waiting' ? m.ticket_mark_resolved() : m.ticket_resolve()}
        </Button>
      )}
    </>
  )
}

function More({ ticket, actions, isPhone, onSnooze }: Part & Pick<HeaderProps, 'onSnooze'>) {
  const { can } = ticket
  const move = (next: TicketStatus) => () => actions.run({ kind: 'move', status: next })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={m.ticket_more()}>
          <IconDots size={18} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
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
      </Menu.Dropdown>
    </Menu>
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
