import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listTickets } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { useSectionSearch } from '#web/admin/desk-address.ts'
import { Button } from '#web/kit/button.tsx'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { call } from '#web/lib/call.ts'
import styles from './section.module.css'
import { PaneSkeleton } from './thread/pane-skeleton.tsx'

/** Finds the ticket of a short link and puts its whole id into the address. */
export function ShortLink({ id, onClose }: { id: string; onClose: () => void }) {
  const [, changeSearch] = useSectionSearch()
  const { data, error, refetch } = useQuery({
    queryKey: ['tickets', 'short', id],
    queryFn: async ({ signal }) => {
      const query = { words: `#${id.replace('#', '')}`, limit: 1 }
      return (await call(listTickets, { query }, { signal })).items[0]?.id ?? null
    },
  })
  useEffect(() => {
    if (data) changeSearch({ ticket: data }, { replace: true })
  }, [data, changeSearch])
  if (error || data === null) {
    return (
      <div className={styles.opening}>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <EmptyState title={m.ticket_none_found_title()}>{m.ticket_short_link_unknown({ id })}</EmptyState>
        )}
        <Button onClick={onClose}>{m.ticket_back()}</Button>
      </div>
    )
  }
  return (
    <div className={styles.opening}>
      <PaneSkeleton />
    </div>
  )
}
