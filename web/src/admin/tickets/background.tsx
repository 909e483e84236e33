import { useSectionSearch } from '#web/admin/desk-address.ts'
import { QueuedChanges } from './queued-changes.tsx'
import { NamedMessage } from './thread/named-message.tsx'

/** What the section does beside its columns: it sends changes that waited for a connection, and shows the message that the address names. */
export function Background() {
  const [{ ticket, message }] = useSectionSearch()
  return (
    <>
      <QueuedChanges />
      {ticket && message && <NamedMessage ticketId={ticket} messageId={message} />}
    </>
  )
}
