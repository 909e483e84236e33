import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import { IconArrowLeft, IconDots, IconLayoutSidebarRight } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { TicketStatus, TicketView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { EmailClaim } from '#web/admin/tickets/email-status.tsx'
import { isFinished } from '#web/admin/tickets/filter.ts'
import type { TicketActions } from '#web/admin/tickets/ticket-actions.ts'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { DemoBadge, OverLimitBadge } from '#web/ui/parts.tsx'
import styles from './header.module.css'
import type { MoreProps } from './more-items.tsx'

const MoreItems = lazyPart(async () => (await import('./more-items.tsx')).MoreItems)

type HeaderProps = {
  ticket: TicketView
  actions: TicketActions
  /** On phones: back to the list. */
  onBack: (() => void) | null
  /** Where the side panel is a drawer. */
  onPanel: (() => void) | null
  onSnooze: () => void
  onMerge: () => void
}

/** The ticket's subject and the actions that the server's policy allows now (`can`); on phones the likely step is beside the properties. */
export function Header({ ticket, actions, onBack, onPanel, onSnooze, onMerge }: HeaderProps) {
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
        {!onBack && <StatusButtons ticket={ticket} actions={actions} isPhone={false} />}
        <More ticket={ticket} actions={actions} isPhone={onBack !== null} onSnooze={onSnooze} onMerge={onMerge} />
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
export function StatusButtons({ ticket, actions, isPhone }: Part) {
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

function More(props: MoreProps) {
  useEffect(MoreItems.preload, [])
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={m.ticket_more()}>
          <IconDots size={18} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <MoreItems {...props} />
      </Menu.Dropdown>
    </Menu>
  )
}
