import { IconSparkles } from '@tabler/icons-react'
import type { TicketDetailView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { MergeNote } from '#web/admin/tickets/merge/merge-note.tsx'
import { SnoozedNote } from '#web/admin/tickets/snooze/snoozed-note.tsx'
import type { TicketActions } from '#web/admin/tickets/ticket-actions.ts'
import styles from './pane.module.css'
import { TranslationBar } from './translation/translation-bar.tsx'

type NotesProps = {
  detail: TicketDetailView
  actions: TicketActions
  onOpen: (id: string) => void
  hrefOf: (id: string) => string
}

/** Above a ticket's thread: merges and a snooze, each with its end by one click, and the languages that are not the reader's. */
export function Notes(props: NotesProps) {
  const { ticket, mergedInto, merged } = props.detail
  return (
    <>
      {(mergedInto || merged.length > 0) && <MergeNote {...props} />}
      {(ticket.snoozedUntil || ticket.snoozedUntilReply) && <SnoozedNote {...props} />}
      <TranslationBar detail={props.detail} />
    </>
  )
}

/** Below the thread of a chat that the assistant still answers. */
export function WithAssistant() {
  return (
    <p className={styles.withAi}>
      <IconSparkles size={14} stroke={1.5} aria-hidden="true" />
      {m.ticket_with_ai()}
    </p>
  )
}
