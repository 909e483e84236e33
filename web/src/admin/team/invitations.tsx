import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type InvitationView, resendInvitation, withdrawInvitation } from '#contracts/team/invitation.ts'
import * as m from '#i18n/messages.js'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { call } from '#web/lib/call.ts'
import { formatDate } from '#web/lib/format.ts'
import { confirmAction } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notify.ts'
import { formatRelativeInText } from '#web/ui/relative-in-text.ts'
import { roleLabel } from './labels.ts'
import { readStaffAgain } from './queries.ts'
import styles from './team.module.css'

/** The open invitations, to be sent again or withdrawn. */
export function Invitations({ invitations }: { invitations: InvitationView[] }) {
  return (
    <SettingsCard id="invitations" title={m.team_invitations()} text={m.team_invitations_text()}>
      {invitations.length === 0 ? (
        <p className={styles.note}>{m.team_invitations_none()}</p>
      ) : (
        <ul className={styles.list}>
          {invitations.map((invitation) => (
            <Row key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      )}
    </SettingsCard>
  )
}

function Row({ invitation }: { invitation: InvitationView }) {
  const { id, email, role, invitedBy, sentAt, expiresAt, isExpired } = invitation
  const client = useQueryClient()
  const params = { invitationId: id }
  const run = async (act: () => Promise<unknown>, done: string) => {
    try {
      await act()
      notify.success(done)
    } catch (error) {
      notify.failure(error)
    }
    readStaffAgain(client)
  }
  const withdraw = async () => {
    const isSure = await confirmAction({
      title: m.team_withdraw_title({ email }),
      body: m.team_withdraw_text(),
      confirm: m.team_withdraw(),
      isDanger: true,
    })
    if (isSure) await run(() => call(withdrawInvitation, { params }), m.team_withdrawn({ email }))
  }
  return (
    <li className={styles.item}>
      <span className={styles.lines}>
        <span className={styles.name}>{email}</span>
        <span className={styles.mail}>
          {m.team_invitation_facts({ role: roleLabel(role), name: invitedBy, sent: formatRelativeInText(sentAt) })}
        </span>
        <span className={styles.mail} data-expired={isExpired || undefined}>
          {isExpired ? m.team_invitation_expired() : m.team_invitation_expires({ date: formatDate(expiresAt) })}
        </span>
      </span>
      <span className={styles.buttons}>
        <Button
          size="compact-sm"
          aria-label={m.team_resend_to({ email })}
          onClick={() => void run(() => call(resendInvitation, { params }), m.team_invited({ email }))}
        >
          {m.team_resend()}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          aria-label={m.team_withdraw_from({ email })}
          onClick={() => void withdraw()}
        >
          {m.team_withdraw()}
        </Button>
      </span>
    </li>
  )
}
