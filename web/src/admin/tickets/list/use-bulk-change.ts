import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { BulkChangeId } from '#contracts/ids.ts'
import { type BulkChangeView, cancelBulkChange, getBulkChange, undoBulkChange } from '#contracts/ticket/bulk-change.ts'
import * as m from '#i18n/messages.js'
import { call, isTransient } from '#web/lib/call.ts'
import { formatNumber } from '#web/lib/format.ts'
import { notify } from '#web/ui/notify.ts'

const ASK_MS = 1000

type Running = BulkChangeView & { isUndo: boolean }

/** Starts a change of many tickets, shows how far it is and what it did, and undoes it from the toast. */
export function useBulkChange({ onEnd }: { onEnd?: () => void } = {}) {
  const client = useQueryClient()
  const [running, setRunning] = useState<Running | null>(null)

  const show = (change: BulkChangeView, isUndo: boolean) => {
    setRunning(change.state === 'running' ? { ...change, isUndo } : null)
    if (change.state === 'running') return
    void client.invalidateQueries({ queryKey: ['tickets'] })
    onEnd?.()
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
  const run = async (start: () => Promise<BulkChangeView>): Promise<boolean> => {
    try {
      show(await start(), false)
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
