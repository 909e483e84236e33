import { Button, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { addCustomerNote } from '#contracts/customer/customer.ts'
import type { CustomerId, CustomerNoteId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { timelineQuery } from '#web/admin/customers/queries.ts'
import { call, newId } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import styles from './page.module.css'

/** Adds a note for the team. What is typed stays until it is stored. */
export function NoteForm({ customerId }: { customerId: CustomerId }) {
  const client = useQueryClient()
  const [id, setId] = useState(() => newId<CustomerNoteId>())
  const [body, setBody] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (!body.trim()) return
    setBusy(true)
    try {
      await call(addCustomerNote, { params: { customerId }, body: { id, body } })
      setId(newId<CustomerNoteId>())
      setBody('')
      setFailure(null)
      await client.invalidateQueries({ queryKey: timelineQuery(customerId).queryKey })
    } catch (error) {
      setFailure(failureText(error))
    }
    setBusy(false)
  }
  return (
    <form className={styles.note} onSubmit={(event) => void add(event)}>
      <Textarea
        label={m.customer_note_label()}
        placeholder={m.customer_note_placeholder()}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={5000}
        value={body}
        error={failure}
        onChange={(event) => setBody(event.currentTarget.value)}
      />
      <div className={styles.answers}>
        <Button type="submit" disabled={isBusy || !body.trim()} aria-busy={isBusy}>
          {m.customer_note_add()}
        </Button>
      </div>
    </form>
  )
}
