import { Button, Modal, Select, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import type { Priority } from '#contracts/conversation/escalation.ts'
import type { TicketId } from '#contracts/ids.ts'
import { createTicket } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { CallError, call, newId } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { categoryOf, priorityLabel } from '#web/ui/ticket-labels.tsx'
import { priorities } from './filter.ts'
import styles from './new-ticket-dialog.module.css'

type Values = {
  subject: string
  description: string
  priority: Priority
  category: string
  customerName: string
  customerEmail: string
}

const blank: Values = {
  subject: '',
  description: '',
  priority: 'medium',
  category: '',
  customerName: '',
  customerEmail: '',
}

type NewTicketProps = { isOpen: boolean; onClose: () => void; onCreated: (id: string) => void }

/** Opens a ticket for a customer who phoned or wrote elsewhere. The input stays until it is saved. */
export function NewTicketDialog({ isOpen, onClose, onCreated }: NewTicketProps) {
  const form = useForm<Values>({
    initialValues: blank,
    validate: {
      subject: (value) => (value.trim() ? null : m.ticket_form_subject_missing()),
      description: (value) => (value.trim() ? null : m.ticket_form_description_missing()),
    },
  })
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  // One id until it is saved: pressing twice, or again after a lost reply, opens one ticket.
  const id = useRef(newId<TicketId>())
  const save = async (values: Values) => {
    setSaving(true)
    setFailure(null)
    try {
      const { category, customerName, customerEmail, ...rest } = values
      const optional = {
        ...(category.trim() ? { category: categoryOf(category.trim()) } : {}),
        ...(customerName.trim() ? { customerName: customerName.trim() } : {}),
        ...(customerEmail.trim() ? { customerEmail: customerEmail.trim() } : {}),
      }
      const ticket = await call(createTicket, { body: { id: id.current, ...rest, ...optional } })
      id.current = newId<TicketId>()
      form.reset()
      onCreated(ticket.id)
    } catch (error) {
      const fields = error instanceof CallError ? error.fields : {}
      form.setErrors(fields)
      const first = Object.keys(fields)[0]
      if (first) form.getInputNode(first)?.focus()
      else setFailure(failureText(error))
    }
    setSaving(false)
  }
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={m.ticket_new()}
      size={520}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={form.onSubmit(
          (values) => void save(values),
          (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
        )}
      >
        <TextInput
          data-autofocus
          label={m.ticket_field_subject()}
          maxLength={200}
          required
          withAsterisk={false}
          {...form.getInputProps('subject')}
        />
        <Textarea
          label={m.ticket_form_description()}
          minRows={4}
          maxRows={10}
          autosize
          maxLength={20_000}
          required
          withAsterisk={false}
          {...form.getInputProps('description')}
        />
        <div className={styles.pair}>
          <TextInput
            label={m.ticket_form_customer_name()}
            placeholder={m.ticket_form_customer_name_default()}
            maxLength={120}
            {...form.getInputProps('customerName')}
          />
          <TextInput
            type="email"
            label={m.ticket_form_customer_email()}
            description={m.ticket_form_customer_email_help()}
            maxLength={254}
            {...form.getInputProps('customerEmail')}
          />
        </div>
        <div className={styles.pair}>
          <Select
            label={m.ticket_field_priority()}
            allowDeselect={false}
            data={priorities.map((value) => ({ value, label: priorityLabel(value) }))}
            {...form.getInputProps('priority')}
          />
          <TextInput
            label={m.ticket_field_category()}
            placeholder={m.ticket_category_general()}
            maxLength={60}
            {...form.getInputProps('category')}
          />
        </div>
        {failure && (
          <p className={styles.failure} role="alert">
            {failure}
          </p>
        )}
        <div className={styles.answers}>
          <Button onClick={onClose}>{m.common_cancel()}</Button>
          <Button type="submit" variant="filled" disabled={isSaving} aria-busy={isSaving}>
            {isSaving ? m.common_saving() : m.ticket_create()}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
