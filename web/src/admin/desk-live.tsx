import { IconRefreshAlert } from '@tabler/icons-react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { LiveEvent } from '#contracts/live-event.ts'
import * as m from '#i18n/messages.js'
import { useIsUnsaved } from '#web/ui/unsaved.ts'
import { useDeskEvents } from './desk-events.ts'
import styles from './shell.module.css'

type Part = Extract<LiveEvent, { type: 'desk.changed' }>['part']

/** What is read again when a part of the business changed: the first word of its queries. */
const QUERIES: Record<Part, readonly string[]> = {
  settings: ['settings', 'session', 'customer-links', 'checklist'],
  team: ['staff', 'members', 'teams', 'checklist', 'billing'],
  agents: ['agents', 'agent-actions', 'action-requests'],
  providers: ['api-settings'],
  automation: ['automation'],
  macros: ['macros'],
  billing: ['billing', 'session'],
  links: ['customer-links', 'checklist'],
  mail: ['mail-server', 'mail-blocks'],
  customers: ['customer-attributes', 'customers'],
  api: ['api-keys', 'webhooks'],
  quality: ['quality'],
  imports: ['data-imports'],
}

/** Several changes within this time lead to one read. */
const BATCH_MS = 200
/** The answer to a save of this page comes within this time: the change was not somebody else's. */
const OWN_SAVE_MS = 1500

/**
 * Shows what other members change on the open page, without a reload. While the page holds something unsaved it stays as it is, so that
 * nothing typed is lost, and says so: what changed is read when the form was saved or discarded, and saving over it is refused before.
 */
export function DeskLive() {
  const client = useQueryClient()
  const isUnsaved = useIsUnsaved()
  /** What is said while a change is held back. */
  const [notice, setNotice] = useState<string | null>(null)
  const due = useRef(new Set<Part>())
  const changedBy = useRef(new Set<string>())
  const unsaved = useRef(isUnsaved)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const readDue = () => {
    timer.current = null
    if (unsaved.current) return setNotice(isShown(client, due.current) ? textOf(changedBy.current) : null)
    setNotice(null)
    const parts = [...due.current]
    due.current.clear()
    changedBy.current.clear()
    void readAgain(client, parts)
  }
  useDeskEvents((event) => {
    const parts = partsOf(event)
    if (parts.length === 0) return
    for (const part of parts) due.current.add(part)
    if (event.type === 'desk.changed' && event.by && isShown(client, parts)) changedBy.current.add(event.by)
    timer.current ??= setTimeout(readDue, unsaved.current ? OWN_SAVE_MS : BATCH_MS)
  })
  useEffect(() => {
    unsaved.current = isUnsaved
    if (!isUnsaved && due.current.size > 0) timer.current ??= setTimeout(readDue, 0)
  })
  return (
    <div role="status" className={notice ? styles.banner : undefined}>
      {notice && (
        <>
          <IconRefreshAlert size={16} stroke={1.5} aria-hidden="true" />
          {notice}
        </>
      )}
    </div>
  )
}

const textOf = (names: ReadonlySet<string>): string =>
  names.size > 0 ? m.desk_changed_by({ names: [...names].join(', ') }) : m.desk_changed_meanwhile()

/** What an event makes outdated; after a gap in the stream that is everything. A new ticket counts against the plan. */
function partsOf(event: LiveEvent): readonly Part[] {
  if (event.type === 'desk.changed') return [event.part]
  if (event.type === 'ticket.created') return ['billing']
  return event.type === 'resync' ? (Object.keys(QUERIES) as Part[]) : []
}

const queriesOf = (parts: Iterable<Part>): Set<string> => new Set([...parts].flatMap((part) => QUERIES[part]))

const readAgain = (client: QueryClient, parts: readonly Part[]): Promise<void> => {
  const names = queriesOf(parts)
  return client.invalidateQueries({ predicate: ({ queryKey: [name] }) => names.has(String(name)) })
}

/** Whether the open page shows something of these parts. */
function isShown(client: QueryClient, parts: Iterable<Part>): boolean {
  const names = queriesOf(parts)
  names.delete('session')
  names.delete('checklist')
  return (
    client.getQueryCache().findAll({ type: 'active', predicate: ({ queryKey: [name] }) => names.has(String(name)) })
      .length > 0
  )
}
