import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { LiveEvent } from '#contracts/live-event.ts'
import { useDeskEvents } from '#web/admin/desk-events.ts'

type Part = Extract<LiveEvent, { type: 'knowledge.changed' }>['part']

/** Several changes within this time (an import) lead to one read. */
const BATCH_MS = 300

/** Invalidates the queries of a part of the knowledge when it changes, while the component is mounted. */
export function useKnowledgeLive(keys: Partial<Record<Part, readonly (readonly unknown[])[]>>): void {
  const client = useQueryClient()
  const due = useRef(new Set<Part>())
  useDeskEvents((event) => {
    const parts: Part[] =
      event.type === 'knowledge.changed' ? [event.part] : event.type === 'resync' ? (Object.keys(keys) as Part[]) : []
    for (const part of parts) {
      if (!keys[part] || due.current.has(part)) continue
      due.current.add(part)
      setTimeout(() => {
        due.current.delete(part)
        for (const queryKey of keys[part] ?? []) void client.invalidateQueries({ queryKey })
      }, BATCH_MS)
    }
  })
}
