import { Button, Modal, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { CustomerView } from '#contracts/customer/customer.ts'
import { eraseCustomer } from '#contracts/customer/erasure.ts'
import type { CustomerErasureId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { customersKey } from '#web/admin/customers/queries.ts'
import { useSectionSearch } from '#web/admin/desk-address.ts'
import { CallError, call, newId } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { withFreshSignIn } from '#web/ui/confirm-password.tsx'
import { notify } from '#web/ui/notify.ts'
import styles from './page.module.css'

/** Asks for the customer's address (or name) to be typed before the customer is erased for good. */
export function EraseDialog({ customer, onClose }: { customer: CustomerView; onClose: () => void }) {
  const client = useQueryClient()
  const [, change] = useSectionSearch()
  const [id] = useState(() => newId<CustomerErasureId>())
  const [confirmation, setConfirmation] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const expected = customer.email ?? customer.name
  const erase = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const body = { id, version: customer.version, confirmation }
    try {
      const erased = await withFreshSignIn(() => call(eraseCustomer, { params: { customerId: customer.id }, body }))
      if (erased) {
        notify.success(m.customer_erase_started())
        change({ customer: undefined })
        await client.invalidateQueries({ queryKey: customersKey })
        return
      }
    } catch (failure) {
      setError((failure instanceof CallError && failure.fields.confirmation) || failureText(failure))
    }
    setBusy(false)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={m.customer_erase_title({ name: customer.name })}
      size={480}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      <form className={styles.form} noValidate onSubmit={(event) => void erase(event)}>
        <p>{m.customer_erase_text()}</p>
        <TextInput
          data-autofocus
          label={m.customer_erase_type({ value: expected })}
          value={confirmation}
          maxLength={320}
          autoComplete="off"
          error={error}
          onChange={(event) => {
            setConfirmation(event.currentTarget.value)
            setError(null)
          }}
        />
        <div className={styles.answers}>
          <Button onClick={onClose} disabled={isBusy}>
            {m.common_cancel()}
          </Button>
          <Button type="submit" variant="filled" color="red" disabled={isBusy} aria-busy={isBusy}>
            {isBusy ? m.customer_erasing() : m.customer_erase_confirm()}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
