import { Button, Switch } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type StaffView, setAvailability } from '#contracts/team/staff.ts'
import * as m from '#i18n/messages.js'
import { useSectionSearch } from '#web/admin/desk-address.ts'
import { useMember } from '#web/admin/session.ts'
import pageStyles from '#web/admin/settings/settings.module.css'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { lazyDialog } from '#web/kit/lazy-part.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { call } from '#web/lib/call.ts'
import { notify } from '#web/ui/notify.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import { Invitations } from './invitations.tsx'
import { Members } from './members.tsx'
import { readStaffAgain, staffQuery } from './queries.ts'
import styles from './team.module.css'
import { Teams } from './teams.tsx'

const InviteDialog = lazyDialog(async () => (await import('./invite-dialog.tsx')).InviteDialog)

/** Settings → Team: members, invitations, and the teams that tickets are assigned to. */
export function TeamTab() {
  const { data: staff, error, refetch } = useQuery(staffQuery)
  if (error && !staff) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!staff) return <LoadingRows label={m.common_loading()} rows={6} height={56} />
  return (
    <div className={pageStyles.page}>
      <MembersCard staff={staff} />
      {staff.can.invite.length > 0 && <Invitations invitations={staff.invitations} />}
      <Teams members={staff.members} canEdit={staff.can.editTeams} />
    </div>
  )
}

function MembersCard({ staff }: { staff: StaffView }) {
  const [search, change] = useSectionSearch()
  const setInviting = (isInviting: boolean) => change({ invite: isInviting ? 'new' : undefined }, { replace: true })
  const { used, limit } = staff.seats
  const isFull = used >= limit
  return (
    <SettingsCard
      id="members"
      title={m.team_members()}
      text={m.team_members_text()}
      aside={<span className={styles.seats}>{m.team_seats({ used, limit })}</span>}
    >
      <Members members={staff.members} />
      <div className={styles.foot}>
        <OwnAvailability staff={staff} />
        {staff.can.invite.length > 0 && (
          <Button
            variant="filled"
            leftSection={<IconUserPlus size={16} stroke={1.75} />}
            disabled={isFull}
            onClick={() => setInviting(true)}
          >
            {m.team_invite()}
          </Button>
        )}
      </div>
      {isFull && staff.can.invite.length > 0 && <p className={styles.note}>{m.team_seats_full()}</p>}
      {search.invite && staff.can.invite.length > 0 && !isFull && (
        <InviteDialog roles={staff.can.invite} onClose={() => setInviting(false)} />
      )}
    </SettingsCard>
  )
}

/** Whether the signed-in member takes new work. */
function OwnAvailability({ staff }: { staff: StaffView }) {
  const client = useQueryClient()
  const { user } = useMember()
  const own = staff.members.find(({ id }) => id === user.id)
  const change = useMutation({
    mutationFn: (isAvailable: boolean) =>
      call(setAvailability, { body: { availability: isAvailable ? 'available' : 'away' } }),
    onError: (error) => notify.failure(error),
    onSettled: () => readStaffAgain(client),
  })
  if (!own) return null
  return (
    <Switch
      label={m.team_own_availability()}
      description={m.team_own_availability_text()}
      checked={change.isPending ? change.variables : own.availability === 'available'}
      onChange={(event) => change.mutate(event.currentTarget.checked)}
    />
  )
}
