import { Menu } from '@mantine/core'
import { IconUserCircle, IconUsersGroup } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { TicketView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { MemberAvatar } from '#web/admin/member-avatar.tsx'
import type { TicketActions } from '#web/admin/tickets/ticket-actions.ts'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import styles from './properties.module.css'

const AssigneeItems = lazyPart(async () => (await import('./assignee-items.tsx')).AssigneeItems)

type AssigneeMenuProps = {
  ticket: TicketView
  run: TicketActions['run']
  isAssigning: boolean
  onAssigning: (isOpen: boolean) => void
}

/** Without the keys, which close a menu of Mantine too: the shortcut that opens this one would be the first of them. */
const CLOSING_EVENTS = ['mousedown', 'touchstart']

/** The focus trap of Mantine waits for a timer; a name typed before it would be taken for shortcuts of the desk. */
const focusAtOnce = (dropdown: HTMLElement | null) => dropdown?.focus({ preventScroll: true })

/** Who the ticket is assigned to: a member, a team, or both, chosen in one menu. */
export function AssigneeMenu({ ticket, run, isAssigning, onAssigning }: AssigneeMenuProps) {
  const { assignee, team } = ticket
  useEffect(AssigneeItems.preload, [])
  const names = [assignee?.name, team?.name].filter((name) => name !== undefined)
  return (
    <Menu
      position="bottom-start"
      offset={4}
      opened={isAssigning}
      onChange={onAssigning}
      clickOutsideEvents={CLOSING_EVENTS}
      trapFocus={false}
      returnFocus
    >
      <Menu.Target>
        <button type="button" className={styles.property} disabled={!ticket.can.assign}>
          <span className="visually-hidden">{m.ticket_field_assignee()}: </span>
          {assignee ? <MemberAvatar {...assignee} size={18} /> : <UnassignedIcon isTeam={team !== null} />}
          <span className={styles.value}>{names.join(' · ') || m.ticket_unassigned()}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown
        mah={360}
        className={styles.people}
        ref={focusAtOnce}
        onKeyDown={(event) => {
          if (event.key !== 'Tab') return
          event.preventDefault()
          onAssigning(false)
        }}
      >
        <AssigneeItems ticket={ticket} run={run} />
      </Menu.Dropdown>
    </Menu>
  )
}

function UnassignedIcon({ isTeam }: { isTeam: boolean }) {
  const Icon = isTeam ? IconUsersGroup : IconUserCircle
  return <Icon size={18} stroke={1.5} />
}
