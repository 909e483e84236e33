import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import type { TicketDetailView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { useMember } from '#web/admin/session.ts'
import { countersQuery } from '#web/admin/ticket-counters.ts'
import { isFinished } from '#web/admin/tickets/filter.ts'
import { listsKey } from '#web/admin/tickets/queries.ts'
import { changeRow, type Rows } from '#web/admin/tickets/rows.ts'
import type { TicketActions } from '#web/admin/tickets/ticket-actions.ts'
import { usePresence, usePresenceHeartbeat } from '#web/admin/tickets/use-presence.ts'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { Composer, type ComposerHandle } from './composer.tsx'
import { Header, StatusButtons } from './header.tsx'
import { useOutgoing } from './outgoing-messages.ts'
import styles from './pane.module.css'
import { Properties } from './properties.tsx'
import { Thread } from './thread.tsx'

const PresentMembers = lazyPart(async () => (await import('./present-members.tsx')).PresentMembers)
const Notes = lazyPart(async () => (await import('./notes.tsx')).Notes)
const WithAssistant = lazyPart(async () => (await import('./notes.tsx')).WithAssistant)

type PaneProps = {
  detail: TicketDetailView
  actions: TicketActions
  onBack: (() => void) | null
  onPanel: (() => void) | null
  onLeave: () => void
  isAssigning: boolean
  onAssigning: (isOpen: boolean) => void
  onSnooze: () => void
  onMerge: () => void
  onOpen: (id: string) => void
  hrefOf: (id: string) => string
  composer: RefObject<ComposerHandle | null>
}

/** An open ticket: header, thread and composer; reports presence to other members. */
export function Pane(props: PaneProps) {
  const { detail, actions } = props
  const { ticket, thread } = detail
  const client = useQueryClient()
  const { user } = useMember()
  const [isTyping, setTyping] = useState(false)
  const sending = useOutgoing(ticket.id)
  const scope = { ticketId: ticket.id, conversationId: thread.conversation.id, me: user.id }
  const seenSeq = thread.messages.at(-1)?.seq ?? 0
  const reported = useRef(0)
  const greet = usePresenceHeartbeat({ ticketId: ticket.id, isTyping, seenSeq }, () => {
    if (reported.current >= seenSeq) return
    reported.current = seenSeq
    client.setQueriesData<Rows>(
      { queryKey: listsKey },
      (rows) => rows && changeRow(rows, ticket.id, (row) => (row.isUnread ? { ...row, isUnread: false } : row)),
    )
    void client.invalidateQueries({ queryKey: countersQuery.queryKey })
  })
  const presence = usePresence(scope, greet)
  const isWithAi = thread.conversation.state === 'ai' && !isFinished(ticket.status)
  return (
    <section className={styles.pane} aria-label={m.ticket_open({ subject: ticket.subject })}>
      <Header
        ticket={ticket}
        actions={actions}
        onBack={props.onBack}
        onPanel={props.onPanel}
        onSnooze={props.onSnooze}
        onMerge={props.onMerge}
      />
      <div className={styles.properties}>
        <Properties ticket={ticket} run={actions.run} isAssigning={props.isAssigning} onAssigning={props.onAssigning} />
        {props.onBack && <StatusButtons ticket={ticket} actions={actions} isPhone />}
      </div>
      <Notes {...props} />
      {/* Here before its content, so that screen readers announce who comes. */}
      <div role="status">{presence.members.length > 0 && <PresentMembers faces={presence.members} />}</div>
      <Thread
        detail={detail}
        sending={sending}
        onUndo={(undone) => props.composer.current?.restore(undone)}
        presence={presence}
      />
      {isWithAi && <WithAssistant />}
      {ticket.can.reply && (
        <Composer
          isBlocked={detail.customer.isBlocked}
          ticket={ticket}
          messages={thread.messages}
          sending={sending}
          onTyping={setTyping}
          onLeave={props.onLeave}
          handle={props.composer}
        />
      )}
    </section>
  )
}
