import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { LiveEvent } from '#contracts/live-event.ts'
import { useDeskEvents } from '#web/admin/desk-events.ts'
import { customersKey } from './queries.ts'

/** Several changes within this time lead to one read. */
const BATCH_MS = 300

const CHANGES: readonly LiveEvent['type'][] = [
  'customer.changed',
  'ticket.created',
  'ticket.changed',
  'ticket.deleted',
  'resync',
]

/** Reads the customers that are shown again when a customer or one of their tickets changes. */
export function useCustomersLive(): void {
  const client = useQueryClient()
  const isDue = useRef(false)
  useDeskEvents(({ type }) => {
    if (!CHANGES.includes(type) || isDue.current) return
    isDue.current = true
    setTimeout(() => {
      isDue.current = false
      void client.invalidateQueries({ queryKey: customersKey })
    }, BATCH_MS)
  })
}
