import { usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { TicketId } from '#contracts/ids.ts'
import type { TicketDetailView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { useMember } from '#web/admin/session.ts'
import { Button } from '#web/kit/button.tsx'
import { lazyDialog, lazyPart } from '#web/kit/lazy-part.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { useWindowTitle } from '#web/ui/page-menu.ts'
import { copiesQuery, ticketQuery } from './queries.ts'
import styles from './section.module.css'
import type { ComposerHandle } from './thread/composer.tsx'
import type { Mode } from './thread/draft.ts'
import { Pane } from './thread/pane.tsx'
import { PaneSkeleton } from './thread/pane-skeleton.tsx'
import { type TicketActions, useTicketActions } from './ticket-actions.ts'

/** The side panel's code is loaded after the thread. */
const Panel = lazyPart(async () => (await import('./panel/panel.tsx')).Panel)
const PanelDrawer = lazyDialog(async () => (await import('./panel-drawer.tsx')).PanelDrawer)
const SnoozeDialog = lazyDialog(async () => (await import('./snooze/snooze-dialog.tsx')).SnoozeDialog)
const ShortLink = lazyPart(async () => (await import('./short-link.tsx')).ShortLink, { waiting: PaneSkeleton })
const MergeDialog = lazyDialog(async () => (await import('./merge/merge-dialog.tsx')).MergeDialog)
const ConflictDialog = lazyDialog(async () => (await import('./conflict-dialog.tsx')).ConflictDialog)

/** Actions of the keyboard shortcuts on the open ticket. */
export type TicketHandle = {
  id: string
  composer: RefObject<ComposerHandle | null>
  write: (mode: Mode) => void
  assign: () => void
  resolve: () => void
  take: () => void
  snooze: () => void
  merge: () => void
}

type TicketProps = {
  id: string
  isPhone: boolean
  hasDrawer: boolean
  onClose: () => void
  onLeave: () => void
  onOpen: (id: string) => void
  hrefOf: (id: string) => string
  handle: RefObject<TicketHandle | null>
}

/** The first eight characters of an id, as customers see them in links. */
const SHORT_ID = /^#?[\da-f]{8}$/i

/** The ticket that the address names, by its whole id or by the eight characters of a short link. */
export function Ticket(props: TicketProps) {
  return SHORT_ID.test(props.id) ? <ShortLink id={props.id} onClose={props.onClose} /> : <OpenTicket {...props} />
}

/** Loads and shows the open ticket with its side panel. */
function OpenTicket(props: TicketProps) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(ticketQuery(client, props.id))
  // The composer shows them: read beside the ticket, not after it.
  usePrefetchQuery(copiesQuery(props.id))
  if (data) return <Opened {...props} detail={data} />
  return (
    <div className={styles.opening}>
      {error ? (
        <>
          <ErrorState error={error} onRetry={() => void refetch()} />
          <Button onClick={props.onClose}>{m.ticket_back()}</Button>
        </>
      ) : (
        <PaneSkeleton />
      )}
    </div>
  )
}

function Opened(props: TicketProps & { detail: TicketDetailView }) {
  const { detail, isPhone, hasDrawer, onClose, onLeave, onOpen, hrefOf, handle } = props
  const { ticket } = detail
  const { user } = useMember()
  const actions = useTicketActions(ticket.id as TicketId, onClose)
  const [isPanelOpen, setPanelOpen] = useState(false)
  const [isAssigning, setAssigning] = useState(false)
  const [dialog, setDialog] = useState<'snooze' | 'merge' | null>(null)
  const closeDialog = () => setDialog(null)
  const composer = useRef<ComposerHandle>(null)
  useHandle(handle, detail, actions, composer, () => setAssigning(true), setDialog)
  // On a phone the list is hidden: focuses the ticket's title, so that screen readers announce it.
  useEffect(() => {
    if (!isPhone) return
    document.querySelector<HTMLElement>('[data-ticket-title]')?.focus()
  }, [isPhone])
  useWindowTitle(isPhone ? ticket.subject : m.desk_section_tickets())
  const insert = (reply: string) => {
    setPanelOpen(false)
    composer.current?.insert(reply)
  }
  const panel = <Panel detail={detail} run={actions.run} onOpen={onOpen} hrefOf={hrefOf} onInsert={insert} />
  return (
    <>
      <Pane
        detail={detail}
        actions={actions}
        onBack={isPhone ? onClose : null}
        onPanel={hasDrawer ? () => setPanelOpen(true) : null}
        onLeave={onLeave}
        isAssigning={isAssigning}
        onAssigning={setAssigning}
        onSnooze={() => setDialog('snooze')}
        onMerge={() => setDialog('merge')}
        onOpen={onOpen}
        hrefOf={hrefOf}
        composer={composer}
      />
      {hasDrawer ? (
        <PanelDrawer isOpen={isPanelOpen} onClose={() => setPanelOpen(false)} isPhone={isPhone}>
          {panel}
        </PanelDrawer>
      ) : (
        <aside className={styles.panel}>{panel}</aside>
      )}
      <SnoozeDialog isOpen={dialog === 'snooze'} onClose={closeDialog} run={actions.run} />
      <MergeDialog isOpen={dialog === 'merge'} onClose={closeDialog} ticket={ticket} onMerged={onOpen} />
      <ConflictDialog
        isOpen={actions.conflict !== null}
        onClose={() => actions.resolveConflict(false)}
        conflict={actions.conflict}
        me={user}
        onResolve={actions.resolveConflict}
      />
    </>
  )
}

function useHandle(
  handle: RefObject<TicketHandle | null>,
  { ticket }: TicketDetailView,
  actions: TicketActions,
  composer: RefObject<ComposerHandle | null>,
  assign: () => void,
  open: (dialog: 'snooze' | 'merge') => void,
): void {
  // In the commit that shows the ticket: a key that is pressed then must find it.
  useLayoutEffect(() => {
    handle.current = {
      id: ticket.id,
      composer,
      write: (mode) => composer.current?.open(mode),
      assign: () => ticket.can.assign && assign(),
      resolve: () => ticket.can.moveTo.includes('resolved') && actions.run({ kind: 'move', status: 'resolved' }),
      snooze: () => ticket.can.snooze && open('snooze'),
      merge: () => ticket.can.merge && open('merge'),
      take: () => ticket.can.take && actions.run({ kind: 'take' }),
    }
    return () => {
      handle.current = null
    }
  })
}
