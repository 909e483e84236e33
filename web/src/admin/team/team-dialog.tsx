import { Button, Checkbox, Modal, NumberInput, Switch, TextInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { TeamId, UserId } from '#contracts/ids.ts'
import type { StaffMemberView } from '#contracts/team/staff.ts'
import { changeTeam, createTeam, type TeamView } from '#contracts/team/team.ts'
import * as m from '#i18n/messages.js'
import { CallError, call, newId } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { notify } from '#web/ui/notify.ts'
import { readStaffAgain } from './queries.ts'
import styles from './team.module.css'

type TeamDialogProps = { team: TeamView | null; members: StaffMemberView[]; onClose: () => void }
type Values = { name: string; memberIds: string[]; isInTurn: boolean; ticketLimit: number | string }

/** The limit that is offered when tickets begin to be assigned in turn. */
const USUAL_LIMIT = 10

/** Creates or changes a team. The input stays until it is saved. */
export function TeamDialog({ team, members, onClose }: TeamDialogProps) {
  const client = useQueryClient()
  const form = useForm<Values>({
    initialValues: {
      name: team?.name ?? '',
      memberIds: team?.memberIds ?? [],
      isInTurn: (team?.ticketLimit ?? null) !== null,
      ticketLimit: team?.ticketLimit ?? USUAL_LIMIT,
    },
    validate: {
      name: (value) => (value.trim() ? null : m.error_enter_team_name()),
      ticketLimit: (value, { isInTurn }) =>
        !isInTurn || typeof value === 'number' ? null : m.error_enter_ticket_limit(),
    },
  })
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const id = useRef(newId<TeamId>())
  const save = async ({ name, memberIds, isInTurn, ticketLimit }: Values) => {
    setBusy(true)
    setFailure(null)
    const body = { name, memberIds: memberIds as UserId[], ticketLimit: isInTurn ? Number(ticketLimit) : null }
    try {
      await (team
        ? call(changeTeam, { params: { teamId: team.id }, body })
        : call(createTeam, { body: { id: id.current, ...body } }))
      notify.success(m.team_saved({ team: name }))
      readStaffAgain(client)
      onClose()
    } catch (error) {
      const isName = error instanceof CallError && (error.reason === 'name_taken' || error.fields.name)
      if (isName) form.setFieldError('name', error.fields.name ?? error.message)
      else setFailure(failureText(error))
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={team ? m.team_edit_of({ team: team.name }) : m.team_new()}
      size={420}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      <form className={styles.form} noValidate onSubmit={form.onSubmit((values) => void save(values))}>
        <TextInput
          data-autofocus
          label={m.team_name()}
          maxLength={60}
          required
          withAsterisk={false}
          {...form.getInputProps('name')}
        />
        <Checkbox.Group label={m.team_members()} {...form.getInputProps('memberIds')}>
          <div className={styles.choices}>
            {members.map(({ id: memberId, name }) => (
              <Checkbox key={memberId} value={memberId} label={name} />
            ))}
          </div>
        </Checkbox.Group>
        <Switch label={m.team_in_turn()} {...form.getInputProps('isInTurn', { type: 'checkbox' })} />
        {form.values.isInTurn && (
          <NumberInput
            label={m.team_ticket_limit()}
            description={m.team_ticket_limit_help()}
            min={1}
            max={500}
            allowDecimal={false}
            {...form.getInputProps('ticketLimit')}
          />
        )}
        {failure && (
          <p className={styles.failure} role="alert">
            {failure}
          </p>
        )}
        <div className={styles.answers}>
          <Button onClick={onClose}>{m.common_cancel()}</Button>
          <Button type="submit" variant="filled" disabled={isBusy} aria-busy={isBusy}>
            {m.common_save()}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
