import { Button, Modal, Select } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserId } from '#contracts/ids.ts'
import { removeMember, type StaffMemberView } from '#contracts/team/staff.ts'
import * as m from '#i18n/messages.js'
import { useMember } from '#web/admin/session.ts'
import { call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { withFreshSignIn } from '#web/ui/confirm-password.tsx'
import { notify } from '#web/ui/notify.ts'
import { readStaffAgain } from './queries.ts'
import styles from './team.module.css'

type RemoveDialogProps = { member: StaffMemberView; members: StaffMemberView[]; onClose: () => void }

const NOBODY = ''

/** Removes a member, or leaves the business, and says who gets the open tickets. */
export function RemoveDialog({ member, members, onClose }: RemoveDialogProps) {
  const client = useQueryClient()
  const { user } = useMember()
  const [handOverTo, setHandOverTo] = useState(NOBODY)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const isOwn = member.id === user.id
  const remove = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const body = { handOverTo: handOverTo === NOBODY ? null : (handOverTo as UserId) }
      const removed = await withFreshSignIn(() => call(removeMember, { params: { userId: member.id }, body }))
      if (!removed) return setBusy(false)
      if (isOwn) return location.assign('/')
      notify.success(m.team_removed({ name: member.name }))
      readStaffAgain(client)
      onClose()
    } catch (error) {
      setFailure(failureText(error))
      setBusy(false)
    }
  }
  const heirs = members
    .filter(({ id }) => id !== member.id)
    .map(({ id, name }) => ({ value: id as string, label: name }))
  return (
    <Modal
      opened
      onClose={onClose}
      title={isOwn ? m.team_leave_title() : m.team_remove_title({ name: member.name })}
      size={460}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      <div className={styles.form}>
        <p>{isOwn ? m.team_leave_text() : m.team_remove_text({ name: member.name })}</p>
        {member.openTickets > 0 && (
          <Select
            label={m.team_hand_over({ count: member.openTickets })}
            allowDeselect={false}
            data={[{ value: NOBODY, label: m.team_hand_over_nobody() }, ...heirs]}
            value={handOverTo}
            onChange={(value) => setHandOverTo(value ?? NOBODY)}
          />
        )}
        {failure && (
          <p className={styles.failure} role="alert">
            {failure}
          </p>
        )}
        <div className={styles.answers}>
          <Button data-autofocus onClick={onClose}>
            {m.common_cancel()}
          </Button>
          <Button variant="filled" color="red" disabled={isBusy} aria-busy={isBusy} onClick={() => void remove()}>
            {isOwn ? m.team_leave() : m.team_remove()}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
