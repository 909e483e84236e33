import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { BulkChangeId, TicketId } from '#contracts/ids.ts'
import {
  type BulkChangeView,
  cancelBulkChange,
  getBulkChange,
  startBulkChange,
  undoBulkChange,
} from '#contracts/ticket/bulk-change.ts'
import type { MacroAction } from '#contracts/ticket/ticket-action.ts'
import * as m from '#i18n/messages.js'
import type { ListFilter } from '#web/admin/tickets/filter.ts'
import { call, isTransient, newId } from '#web/lib/call.ts'
import { formatNumber } from '#web/lib/format.ts'
import { notify } from '#web/ui/notify.ts'

const ASK_MS = 1000

type Running = BulkChangeView & { isUndo: boolean }

/** Starts a change of many tickets, shows how far it is and what it did, and undoes it from the toast. */
export function useBulkChange() {
  const client = useQueryClient()
  const [running, setRunning] = useState<Running | null>(null)

  const show = (change: BulkChangeView, isUndo: boolean) => {
    setRunning(change.state === 'running' ? { ...change, isUndo } : null)
    if (change.state === 'running') return
    void client.invalidateQueries({ queryKey: ['tickets'] })
    notify.success(resultOf(change, isUndo), change.canUndo && change.changed > 0 ? () => undo(change.id) : undefined)
  }
  const undo = (bulkChangeId: BulkChangeId) =>
    void call(undoBulkChange, { params: { bulkChangeId } }).then((change) => show(change, true), notify.failure)

  useEffect(() => {
    if (!running) return
    const params = { bulkChangeId: running.id }
    const timer = setTimeout(() => {
      const again = (error: unknown) => (isTransient(error) ? setRunning({ ...running }) : stop(error))
      const stop = (error: unknown) => {
        setRunning(null)
        notify.failure(error)
      }
      void call(getBulkChange, { params }).then((change) => show(change, running.isUndo), again)
    }, ASK_MS)
    return () => clearTimeout(timer)
  })

  /** Whether it was started. */
  const run = async (
    actions: MacroAction[],
    selection: { ticketIds: TicketId[] } | { filter: ListFilter },
  ): Promise<boolean> => {
    try {
      show(await call(startBulkChange, { body: { id: newId<BulkChangeId>(), actions, selection } }), false)
      return true
    } catch (error) {
      notify.failure(error)
      return false
    }
  }
  const cancel = () => {
    if (!running) return
    const { id, isUndo } = running
    void call(cancelBulkChange, { params: { bulkChangeId: id } }).then((change) => show(change, isUndo), notify.failure)
  }
  return { running, run, cancel }
}

function resultOf({ state, changed, skipped, reason }: BulkChangeView, isUndo: boolean): string {
  const count = formatNumber(changed)
  if (state === 'cancelled') return m.bulk_cancelled({ count })
  if (skipped === 0) return isUndo ? m.bulk_undone({ count }) : m.bulk_changed({ count })
  const facts = { count, skipped: formatNumber(skipped), reason: reason ?? '' }
  return isUndo ? m.bulk_undone_skipped(facts) : m.bulk_changed_skipped(facts)
}
