import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaffMemberView } from '#contracts/team/staff.ts'
import { deleteTeam, type TeamView } from '#contracts/team/team.ts'
import * as m from '#i18n/messages.js'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { teamsQuery } from '#web/admin/tickets/queries.ts'
import { lazyDialog } from '#web/kit/lazy-part.tsx'
import { call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { confirmAction } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notify.ts'
import { readStaffAgain } from './queries.ts'
import styles from './team.module.css'

const TeamDialog = lazyDialog(async () => (await import('./team-dialog.tsx')).TeamDialog)

type TeamsProps = { members: StaffMemberView[]; canEdit: boolean }

/** The teams, to which tickets can be assigned beside a member. */
export function Teams({ members, canEdit }: TeamsProps) {
  const { data: teams = [], error } = useQuery(teamsQuery)
  const [edited, setEdited] = useState<TeamView | 'new' | null>(null)
  return (
    <SettingsCard id="teams" title={m.team_teams()} text={m.team_teams_text()}>
      {error ? (
        <p role="alert">{failureText(error)}</p>
      ) : (
        teams.length === 0 && <p className={styles.note}>{m.team_teams_none()}</p>
      )}
      {teams.length > 0 && (
        <ul className={styles.list}>
          {teams.map((team) => (
            <Row key={team.id} team={team} members={members} onEdit={canEdit ? () => setEdited(team) : null} />
          ))}
        </ul>
      )}
      {canEdit && (
        <div className={styles.foot}>
          <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setEdited('new')}>
            {m.team_new()}
          </Button>
        </div>
      )}
      {edited && (
        <TeamDialog team={edited === 'new' ? null : edited} members={members} onClose={() => setEdited(null)} />
      )}
    </SettingsCard>
  )
}

function Row({ team, members, onEdit }: { team: TeamView; members: StaffMemberView[]; onEdit: (() => void) | null }) {
  const client = useQueryClient()
  const names = members.filter(({ id }) => team.memberIds.includes(id)).map(({ name }) => name)
  const remove = async () => {
    const isSure = await confirmAction({
      title: m.team_delete_title({ team: team.name }),
      body: m.team_delete_text(),
      confirm: m.team_delete(),
      isDanger: true,
    })
    if (!isSure) return
    try {
      await call(deleteTeam, { params: { teamId: team.id } })
      notify.success(m.team_deleted({ team: team.name }))
    } catch (error) {
      notify.failure(error)
    }
    readStaffAgain(client)
  }
  return (
    <li className={styles.item}>
      <span className={styles.lines}>
        <span className={styles.name}>{team.name}</span>
        <span className={styles.mail}>{names.join(', ') || m.team_without_members()}</span>
        {team.ticketLimit !== null && (
          <span className={styles.mail}>{m.team_in_turn_of({ count: team.ticketLimit })}</span>
        )}
      </span>
      {onEdit && (
        <span className={styles.buttons}>
          <Button size="compact-sm" aria-label={m.team_edit_of({ team: team.name })} onClick={onEdit}>
            {m.team_edit()}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={m.team_delete_of({ team: team.name })}
            onClick={() => void remove()}
          >
            {m.team_delete()}
          </Button>
        </span>
      )}
    </li>
  )
}
