import { Button, Modal, Radio, TextInput } from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { MemberRole } from '#contracts/identity/role.ts'
import type { InvitationId } from '#contracts/ids.ts'
import { INVITATION_DAYS, inviteMember } from '#contracts/team/invitation.ts'
import * as m from '#i18n/messages.js'
import { CallError, call, newId } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { withFreshSignIn } from '#web/ui/confirm-password.tsx'
import { notify } from '#web/ui/notify.ts'
import { roleLabel, roleMeaning } from './labels.ts'
import { readStaffAgain } from './queries.ts'
import styles from './team.module.css'

type InviteDialogProps = { roles: MemberRole[]; onClose: () => void }

/** Invites a person by e-mail. The input stays until the invitation is sent. */
export function InviteDialog({ roles, onClose }: InviteDialogProps) {
  const client = useQueryClient()
  const form = useForm({
    initialValues: { email: '', role: 'agent' as MemberRole },
    validate: { email: (value) => (value.trim() ? null : m.team_invite_email_missing()) },
  })
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const id = useRef(newId<InvitationId>())
  const send = async (values: { email: string; role: MemberRole }) => {
    setBusy(true)
    setFailure(null)
    try {
      const invited = await withFreshSignIn(() => call(inviteMember, { body: { id: id.current, ...values } }))
      if (!invited) return setBusy(false)
      notify.success(m.team_invited({ email: invited.email }))
      readStaffAgain(client)
      onClose()
      return
    } catch (error) {
      const fields = error instanceof CallError ? error.fields : {}
      form.setErrors(fields)
      if (fields.email) form.getInputNode('email')?.focus()
      else setFailure(failureText(error))
    }
    // Another address is another invitation.
    id.current = newId<InvitationId>()
    setBusy(false)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={m.team_invite()}
      size={460}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      <form className={styles.form} noValidate onSubmit={form.onSubmit((values) => void send(values))}>
        <TextInput
          data-autofocus
          type="email"
          label={m.team_invite_email()}
          description={m.team_invite_text({ days: INVITATION_DAYS })}
          maxLength={254}
          required
          withAsterisk={false}
          {...form.getInputProps('email')}
        />
        <Radio.Group label={m.team_column_role()} {...form.getInputProps('role')}>
          <div className={styles.roles}>
            {[...roles].reverse().map((role) => (
              <Radio key={role} value={role} label={roleLabel(role)} description={roleMeaning(role)} />
            ))}
          </div>
        </Radio.Group>
        {failure && (
          <p className={styles.failure} role="alert">
            {failure}
          </p>
        )}
        <div className={styles.answers}>
          <Button onClick={onClose}>{m.common_cancel()}</Button>
          <Button type="submit" variant="filled" disabled={isBusy} aria-busy={isBusy}>
            {isBusy ? m.team_inviting() : m.team_invite_send()}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
