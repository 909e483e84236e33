import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MemberRole } from '#contracts/identity/role.ts'
import { changeRole, type StaffMemberView } from '#contracts/team/staff.ts'
import * as m from '#i18n/messages.js'
import { MemberAvatar } from '#web/admin/member-avatar.tsx'
import { useMember } from '#web/admin/session.ts'
import { lazyDialog } from '#web/kit/lazy-part.tsx'
import { call } from '#web/lib/call.ts'
import { formatRelative } from '#web/lib/format.ts'
import { confirmAction } from '#web/ui/confirm.tsx'
import { withFreshSignIn } from '#web/ui/confirm-password.tsx'
import { notify } from '#web/ui/notify.ts'
import { availabilityLabel, roleLabel, roleMeaning } from './labels.ts'
import { readStaffAgain } from './queries.ts'
import styles from './team.module.css'

const RemoveDialog = lazyDialog(async () => (await import('./remove-dialog.tsx')).RemoveDialog)

/** The members with role, availability, last sign-in and open tickets. */
export function Members({ members }: { members: StaffMemberView[] }) {
  const [removed, setRemoved] = useState<StaffMemberView | null>(null)
  return (
    <>
      <table className={styles.table}>
        <caption className="visually-hidden">{m.team_members()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.team_column_member()}</th>
            <th scope="col">{m.team_column_role()}</th>
            <th scope="col">{m.team_column_last_sign_in()}</th>
            <th scope="col" className={styles.number}>
              {m.team_column_open_tickets()}
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <Row key={member.id} member={member} onRemove={() => setRemoved(member)} />
          ))}
        </tbody>
      </table>
      {removed && <RemoveDialog member={removed} members={members} onClose={() => setRemoved(null)} />}
    </>
  )
}

function Row({ member, onRemove }: { member: StaffMemberView; onRemove: () => void }) {
  const { user } = useMember()
  const isOwn = member.id === user.id
  const isAway = member.availability === 'away'
  return (
    <tr>
      <th scope="row">
        <span className={styles.who}>
          <MemberAvatar id={member.id} name={member.name} size={32} />
          <span className={styles.lines}>
            <span className={styles.name}>
              {member.name} {isOwn && <span className={styles.own}>{m.team_you()}</span>}
            </span>
            <span className={styles.mail}>{member.email}</span>
            <span className={styles.availability} data-away={isAway || undefined}>
              {availabilityLabel(member.availability)}
            </span>
          </span>
        </span>
      </th>
      <td data-label={m.team_column_role()}>{roleLabel(member.role)}</td>
      <td data-label={m.team_column_last_sign_in()}>
        {member.lastSignInAt ? formatRelative(member.lastSignInAt) : m.team_never_signed_in()}
      </td>
      <td data-label={m.team_column_open_tickets()} className={styles.number}>
        {member.openTickets}
      </td>
      <td className={styles.actions}>
        {(member.can.roles.length > 0 || member.can.remove) && (
          <Actions member={member} isOwn={isOwn} onRemove={onRemove} />
        )}
      </td>
    </tr>
  )
}

type ActionsProps = { member: StaffMemberView; isOwn: boolean; onRemove: () => void }

function Actions({ member, isOwn, onRemove }: ActionsProps) {
  const changeRoleTo = useRoleChange(member)
  return (
    <Menu position="bottom-end" offset={4}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={m.team_actions({ name: member.name })}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {member.can.roles.length > 0 && (
          <Menu.RadioGroup value={member.role} onChange={(role) => void changeRoleTo(role as MemberRole)}>
            <Menu.Label>{m.team_change_role()}</Menu.Label>
            {member.can.roles.map((role) => (
              <Menu.RadioItem key={role} value={role} closeMenuOnClick>
                {roleLabel(role)}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        )}
        {member.can.remove && (
          <Menu.Item color="red" onClick={onRemove}>
            {isOwn ? m.team_leave() : m.team_remove()}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Changes a role after a confirmation that says what the new role may do. */
function useRoleChange({ id, name, role: current }: StaffMemberView) {
  const client = useQueryClient()
  return async (role: MemberRole) => {
    if (role === current) return
    const isSure = await confirmAction({
      title: m.team_role_title({ name, role: roleLabel(role) }),
      body: roleMeaning(role),
      confirm: m.team_change_role(),
      isDanger: role === 'owner',
    })
    if (!isSure) return
    try {
      const changed = await withFreshSignIn(() => call(changeRole, { params: { userId: id }, body: { role } }))
      if (!changed) return
      notify.success(m.team_role_changed({ name, role: roleLabel(role) }))
    } catch (error) {
      notify.failure(error)
    }
    readStaffAgain(client)
  }
}
