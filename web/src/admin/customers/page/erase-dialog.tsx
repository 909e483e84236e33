import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CustomerView } from '#contracts/customer/customer.ts'
import { eraseCustomer } from '#contracts/customer/erasure.ts'
import type { CustomerErasureId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { customersKey } from '#web/admin/customers/queries.ts'
import { useSectionSearch } from '#web/admin/desk-address.ts'
import { call, newId } from '#web/lib/call.ts'
import { withFreshSignIn } from '#web/ui/confirm-password.tsx'
import { notify } from '#web/ui/notify.ts'
import { TypeDialog } from '#web/ui/type-dialog.tsx'

/** Asks for the customer's address (or name) to be typed before the customer is erased for good. */
export function EraseDialog({ customer, onClose }: { customer: CustomerView; onClose: () => void }) {
  const client = useQueryClient()
  const [, change] = useSectionSearch()
  const [id] = useState(() => newId<CustomerErasureId>())
  const erase = async (confirmation: string): Promise<boolean> => {
    const body = { id, version: customer.version, confirmation }
    const erased = await withFreshSignIn(() => call(eraseCustomer, { params: { customerId: customer.id }, body }))
    if (!erased) return false
    notify.success(m.customer_erase_started())
    change({ customer: undefined })
    await client.invalidateQueries({ queryKey: customersKey })
    return true
  }
  return (
    <TypeDialog
      title={m.customer_erase_title({ name: customer.name })}
      text={m.customer_erase_text()}
      label={m.customer_erase_type({ value: customer.email ?? customer.name })}
      maxLength={320}
      confirm={m.customer_erase_confirm()}
      busy={m.customer_erasing()}
      onConfirm={erase}
      onClose={onClose}
    />
  )
}
