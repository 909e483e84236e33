import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import * as m from '#i18n/messages.js'
import { stringifySearch, useSectionSearch } from '#web/admin/desk-address.ts'
import { countersQuery } from '#web/admin/ticket-counters.ts'
import { lazyDialog, lazyPart } from '#web/kit/lazy-part.tsx'
import { Page } from '#web/ui/page.tsx'
import { DemoBadge } from '#web/ui/parts.tsx'
import { noFilter, useFilter, useStoredFilter } from './filter.ts'
import { type ListHandle, TicketList } from './list/list.tsx'
import { openTicket as ticket } from './open-ticket.ts'
import styles from './section.module.css'
import { PaneSkeleton } from './thread/pane-skeleton.tsx'
import { useHasRoom } from './use-has-room.ts'
import { useTicketRefresh } from './use-ticket-refresh.ts'
import { useTicketShortcuts } from './use-ticket-shortcuts.ts'
import { useTicketsLive } from './use-tickets-live.ts'

/** Its code is loaded after the list, so that the list is shown sooner. */
const Ticket = lazyPart(async () => (await import('./ticket.tsx')).Ticket, { waiting: PaneSkeleton })
const NoTicket = lazyPart(async () => (await import('./thread/no-ticket.tsx')).NoTicket, {
  waiting: () => <div className={styles.nothing} />,
})
const Counters = lazyPart(async () => (await import('./list/counters.tsx')).Counters, {
  waiting: () => <div className={styles.waiting} />,
})
const Filters = lazyPart(async () => (await import('./list/filters.tsx')).Filters, {
  waiting: () => <div className={styles.waitingFilters} />,
})
const BulkBar = lazyPart(async () => (await import('./list/bulk-bar.tsx')).BulkBar)
/** Loaded with the section, because it is needed when nothing can be loaded. */
const Background = lazyPart(async () => (await import('./background.tsx')).Background)
const NewTicketDialog = lazyDialog(async () => (await import('./new-ticket-dialog.tsx')).NewTicketDialog)

/** List 360 px, thread 640 px or more, side panel 320 px: with less room the panel is a drawer. */
const WITH_PANEL_PX = 1320

const NONE: ReadonlySet<string> = new Set()

/** The marked tickets; null until one is marked for the first time. */
function useSelection(): [selected: ReadonlySet<string> | null, toggle: (id: string) => void, clear: () => void] {
  const [selected, setSelected] = useState<ReadonlySet<string> | null>(null)
  const toggle = (id: string) =>
    setSelected((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  return [selected, toggle, () => setSelected(NONE)]
}

/** The Tickets section: list, thread, side panel; one at a time on a phone. */
export function TicketsSection() {
  useStoredFilter()
  const [filter, onFilter, replaceFilter] = useFilter()
  useTicketsLive(filter)
  const [search, changeSearch] = useSectionSearch()
  const isPhone = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  const columns = useRef<HTMLDivElement>(null)
  const hasPanel = useHasRoom(columns, WITH_PANEL_PX)
  const [isNewOpen, setNewOpen] = useState(false)
  const list = useRef<ListHandle>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const counters = useQuery(countersQuery).data
  const demo = counters?.demo ?? 0
  const work = useTicketRefresh(filter)
  const openId = search.ticket
  // On a phone the list is hidden while a ticket is open; its scroll position is restored.
  const anchor = useRef(openId)
  useEffect(Ticket.preload, [])
  useEffect(() => {
    if (openId) anchor.current = openId
  }, [openId])

  const hrefOf = (id: string) => stringifySearch({ ...search, section: 'tickets', ticket: id })
  /** A step by key through the list is no step of the browser's history. */
  const open = useCallback(
    (id: string, isStep = false) => changeSearch({ ticket: id }, { replace: isStep }),
    [changeSearch],
  )
  const close = () => {
    changeSearch({ ticket: undefined })
    requestAnimationFrame(() => list.current?.focus())
  }
  const openNew = () => setNewOpen(true)
  const [selected, toggle, clear] = useSelection()
  useTicketShortcuts({
    move: (by) => list.current?.move(by),
    reply: () => ticket.current?.write('reply'),
    note: () => ticket.current?.write('note'),
    assign: () => ticket.current?.assign(),
    resolve: () => ticket.current?.resolve(),
    take: () => ticket.current?.take(),
    select: () => list.current?.select(),
    snooze: () => ticket.current?.snooze(),
    merge: () => ticket.current?.merge(),
    search: () => searchField.current?.focus(),
    back: () => (isPhone && openId ? close() : list.current?.focus()),
  })

  const opened = openId ? (
    <Ticket
      key={openId}
      id={openId}
      isPhone={isPhone ?? false}
      hasDrawer={!hasPanel}
      onClose={close}
      onLeave={() => list.current?.focus()}
      onOpen={open}
      hrefOf={hrefOf}
      handle={ticket}
    />
  ) : null
  if (isPhone && opened)
    return (
      <div className={styles.phone}>
        {opened}
        <Background />
      </div>
    )
  return (
    <Page
      title={m.desk_section_tickets()}
      isFilled
      actions={
        <>
          <Button
            className={styles.refresh ?? ''}
            leftSection={<IconRefresh size={16} stroke={1.5} />}
            aria-label={m.ticket_refresh()}
            aria-busy={work.isBusy}
            onClick={work.refresh}
          >
            {m.ticket_refresh()}
          </Button>
          <Button variant="filled" leftSection={<IconPlus size={16} stroke={1.75} />} onClick={openNew}>
            {m.ticket_new()}
          </Button>
        </>
      }
    >
      <div ref={columns} className={styles.columns}>
        <section className={styles.list} aria-label={m.ticket_list_section()}>
          <Counters filter={filter} onFilter={onFilter} />
          <Filters
            filter={filter}
            onFilter={onFilter}
            onReplace={replaceFilter}
            searchRef={searchField}
            onLeave={() => list.current?.focus()}
          />
          {demo > 0 && (
            <p className={styles.demo}>
              <DemoBadge />
              <span>{m.ticket_demo_count({ count: demo })}</span>
              {counters?.can.editDemo && (
                <button type="button" onClick={work.removeDemo} disabled={work.isBusy}>
                  {m.ticket_demo_remove()}
                </button>
              )}
            </p>
          )}
          <TicketList
            filter={filter}
            openId={openId}
            anchor={anchor}
            onOpen={open}
            hrefOf={hrefOf}
            onClear={() => replaceFilter(noFilter)}
            onNew={openNew}
            selected={selected ?? NONE}
            onSelect={toggle}
            handle={list}
          />
          {selected && <BulkBar selected={selected} filter={filter} onClear={clear} />}
        </section>
        {!isPhone && (opened ?? <NoTicket />)}
      </div>
      <Background />
      <NewTicketDialog
        isOpen={isNewOpen}
        onClose={() => setNewOpen(false)}
        onCreated={(id) => {
          setNewOpen(false)
          open(id)
        }}
      />
    </Page>
  )
}
