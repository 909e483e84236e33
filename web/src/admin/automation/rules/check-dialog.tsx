import { Button, Modal, TextInput } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { checkRule, type RuleView } from '#contracts/automation/rule.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import * as m from '#i18n/messages.js'
import styles from '#web/admin/automation/automation.module.css'
import { TicketLink } from '#web/admin/automation/ticket-link.tsx'
import { call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { partLabels, triggerLabels } from './labels.ts'

type Checked = ReplyOf<typeof checkRule>

/** Why a rule acts on one ticket, or why not: each of its conditions, compared with the ticket as it is now. */
export function CheckDialog({ rule, onClose }: { rule: RuleView; onClose: () => void }) {
  const [number, setNumber] = useState('')
  const [checked, setChecked] = useState<Checked | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const check = (event: FormEvent) => {
    event.preventDefault()
    const query = { number: Number(number.replace(/\D/g, '')) }
    call(checkRule, { params: { automationRuleId: rule.id }, query })
      .then((found) => {
        setChecked(found)
        setFailure(null)
      })
      .catch((error: unknown) => {
        setChecked(null)
        setFailure(failureText(error))
      })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={m.rule_check_title()}
      size={520}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      <div className={styles.dialog}>
        <p className={styles.help}>{m.rule_check_text({ rule: rule.name })}</p>
        <form className={styles.line} onSubmit={check}>
          <TextInput
            data-autofocus
            label={m.rule_check_number()}
            inputMode="numeric"
            error={failure}
            value={number}
            onChange={(event) => setNumber(event.currentTarget.value)}
          />
          <Button type="submit" disabled={!/\d/.test(number)}>
            {m.rule_check()}
          </Button>
        </form>
        <div role="status">{checked && <Result checked={checked} rule={rule} />}</div>
      </div>
    </Modal>
  )
}

function Result({ checked: { ticket, isOn, parts }, rule }: { checked: Checked; rule: RuleView }) {
  const isMet = parts.every((part) => part.isMet)
  const when = triggerLabels[rule.trigger]()
  return (
    <>
      <p>
        <TicketLink {...ticket} />
      </p>
      <p>{!isMet ? m.rule_check_does_not() : isOn ? m.rule_check_acts({ when }) : m.rule_check_off()}</p>
      {parts.length === 0 && <p className={styles.help}>{m.rule_check_no_conditions()}</p>}
      <ul className={styles.rows}>
        {parts.map((one) => (
          <li key={one.part}>
            {one.isMet ? <IconCheck size={16} aria-hidden="true" /> : <IconX size={16} aria-hidden="true" />}
            <span className={styles.grow}>{partLabels[one.part]()}</span>
            <span className={styles.aside}>{one.isMet ? m.rule_check_met() : m.rule_check_not_met()}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
