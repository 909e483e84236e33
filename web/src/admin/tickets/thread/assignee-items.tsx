import { Menu } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { TicketView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { MemberAvatar } from '#web/admin/member-avatar.tsx'
import { membersQuery, teamsQuery } from '#web/admin/tickets/queries.ts'
import type { TicketActions } from '#web/admin/tickets/ticket-actions.ts'
import styles from './properties.module.css'

type Part = { ticket: TicketView; run: TicketActions['run'] }

/** The choices of the menu: the members, and the teams if there are any. */
export function AssigneeItems(part: Part) {
  return (
    <>
      <Members {...part} />
      <Teams {...part} />
    </>
  )
}

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
