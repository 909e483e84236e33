import { useQueryClient } from '@tanstack/react-query'
import { undoMerge } from '#contracts/customer/merge.ts'
import type { CustomerId, CustomerMergeId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { customersKey } from '#web/admin/customers/queries.ts'
import { call } from '#web/lib/call.ts'
import { notify } from '#web/ui/notify.ts'

export type Undone = { customerId: CustomerId; mergeId: CustomerMergeId; version: number }

/** Undoes a merge and says so; what failed is said too. */
export function useUndoMerge(): (merge: Undone) => void {
  const client = useQueryClient()
  return ({ customerId, mergeId, version }) => {
    const undone = async () => {
      try {
        await call(undoMerge, { params: { customerId, customerMergeId: mergeId }, body: { version } })
        notify.success(m.customer_merge_undone())
      } catch (error) {
        notify.failure(error)
      }
      await client.invalidateQueries({ queryKey: customersKey })
    }
    void undone()
  }
}
