import { Menu } from '@mantine/core'
import { IconUserCircle, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { TicketView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { MemberAvatar } from '#web/admin/member-avatar.tsx'
import { membersQuery, teamsQuery } from '#web/admin/tickets/queries.ts'
import type { TicketActions } from '#web/admin/tickets/ticket-actions.ts'
import styles from './properties.module.css'

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
        <Members ticket={ticket} run={run} />
        <Teams ticket={ticket} run={run} />
      </Menu.Dropdown>
    </Menu>
  )
}

function UnassignedIcon({ isTeam }: { isTeam: boolean }) {
  const Icon = isTeam ? IconUsersGroup : IconUserCircle
  return <Icon size={18} stroke={1.5} />
}

type Part = Pick<AssigneeMenuProps, 'ticket' | 'run'>

function Members({ ticket, run }: Part) {
  const { data: members = [] } = useQuery(membersQuery)
  const assign = (chosen: string) => {
    const member = members.find(({ id }) => id === chosen)
    run({ kind: 'assign', assignee: member ? { id: member.id, name: member.name } : null })
  }
  return (
    <Menu.RadioGroup value={ticket.assignee?.id ?? ''} onChange={assign}>
      <Menu.Label>{m.ticket_assign_members()}</Menu.Label>
      {members.map(({ id, name, availability }) => (
        <Menu.RadioItem key={id} value={id} closeMenuOnClick>
          <span className={styles.person}>
            <MemberAvatar id={id} name={name} size={20} /> {name}
            {availability === 'away' && <span className={styles.away}>{m.ticket_member_away()}</span>}
          </span>
        </Menu.RadioItem>
      ))}
      <Menu.RadioItem value="" closeMenuOnClick>
        {m.ticket_unassigned()}
      </Menu.RadioItem>
    </Menu.RadioGroup>
  )
}

function Teams({ ticket, run }: Part) {
  const { data: teams = [] } = useQuery(teamsQuery)
  if (teams.length === 0 && !ticket.team) return null
  const assign = (chosen: string) => {
    const team = teams.find(({ id }) => id === chosen)
    run({ kind: 'assign-team', team: team ? { id: team.id, name: team.name } : null })
  }
  return (
    <Menu.RadioGroup value={ticket.team?.id ?? ''} onChange={assign}>
      <Menu.Label>{m.ticket_assign_teams()}</Menu.Label>
      {teams.map(({ id, name }) => (
        <Menu.RadioItem key={id} value={id} closeMenuOnClick>
          <span className={styles.person}>
            <IconUsersGroup size={18} stroke={1.5} aria-hidden="true" /> {name}
          </span>
        </Menu.RadioItem>
      ))}
      <Menu.RadioItem value="" closeMenuOnClick>
        {m.ticket_no_team()}
      </Menu.RadioItem>
    </Menu.RadioGroup>
  )
}
