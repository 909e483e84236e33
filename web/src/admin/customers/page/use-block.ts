import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type CustomerView, setCustomerBlock } from '#contracts/customer/customer.ts'
import * as m from '#i18n/messages.js'
import { customersKey } from '#web/admin/customers/queries.ts'
import { call } from '#web/lib/call.ts'
import { confirmAction } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notify.ts'

/** Blocks the customer after a question, or ends the block. */
export function useBlock({ id, name, status }: CustomerView): () => void {
  const client = useQueryClient()
  const isBlocked = status === 'Blocked'
  const change = useMutation({
    mutationFn: () => call(setCustomerBlock, { params: { customerId: id }, body: { isBlocked: !isBlocked } }),
    onSuccess: async () => {
      notify.success(isBlocked ? m.customer_unblocked({ name }) : m.customer_blocked({ name }))
      await client.invalidateQueries({ queryKey: customersKey })
    },
    onError: notify.failure,
  })
  const ask = async () => {
    const question = {
      title: m.customer_block_title({ name }),
      body: m.customer_block_text({ name }),
      confirm: m.customer_block(),
      isDanger: true,
    }
    if (isBlocked || (await confirmAction(question))) change.mutate()
  }
  return () => void ask()
}
