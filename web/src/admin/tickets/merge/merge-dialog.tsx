import { Button, Modal, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconArrowNarrowRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import { listTickets, type TicketRowView, type TicketView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { ErrorState } from '#web/kit/states.tsx'
import { Skeleton } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import { StatusBadge } from '#web/ui/ticket-labels.tsx'
import styles from './merge.module.css'
import { type Numbered, useMergeActions } from './merge-actions.ts'

const SHOWN = 8
const UNFINISHED = ['open', 'in-progress', 'waiting'] as const

type MergeProps = { isOpen: boolean; onClose: () => void; ticket: TicketView; onMerged: (targetId: string) => void }

/** Chooses the ticket that the open one is merged into, shows what becomes of both, and merges. */
export function MergeDialog({ isOpen, onClose, ...given }: MergeProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={m.merge_title({ number: given.ticket.number })}
      size={520}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      <Steps {...given} onClose={onClose} />
    </Modal>
  )
}

function Steps({ ticket, onClose, onMerged }: Omit<MergeProps, 'isOpen'>) {
  const [target, setTarget] = useState<Numbered | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { merge } = useMergeActions()
  if (!target) return <Picker ticket={ticket} onChoose={setTarget} />
  const run = async () => {
    setBusy(true)
    const isMerged = await merge(ticket, target)
    setBusy(false)
    if (!isMerged) return
    onClose()
    onMerged(target.id)
  }
  return (
    <>
      <div className={styles.both}>
        <Side ticket={ticket} note={m.merge_source_note()} />
        <IconArrowNarrowRight size={20} stroke={1.5} aria-hidden="true" />
        <Side ticket={target} note={m.merge_target_note()} />
      </div>
      <div className={styles.answers}>
        <Button onClick={() => setTarget(null)}>{m.merge_choose_other()}</Button>
        <Button variant="filled" data-autofocus autoFocus loading={isBusy} onClick={() => void run()}>
          {m.merge_confirm({ number: target.number })}
        </Button>
      </div>
    </>
  )
}

function Side({ ticket, note }: { ticket: Numbered; note: string }) {
  return (
    <section className={styles.side} aria-label={`#${ticket.number}`}>
      <p className={styles.number}>#{ticket.number}</p>
      <p className={styles.subject}>{ticket.subject}</p>
      <p className={styles.note}>{note}</p>
    </section>
  )
}

/** The tickets that match the words; without words the customer's other unfinished ones. */
function useFound({ id, customerId }: TicketView, typed: string) {
  const [words] = useDebouncedValue(typed.trim(), 150)
  const query = words
    ? { words, limit: SHOWN + 1 }
    : customerId
      ? { customerId, statuses: [...UNFINISHED], limit: SHOWN + 1 }
      : null
  const found = useQuery({
    queryKey: ['tickets', 'to-merge', query],
    queryFn: async ({ signal }) => (query ? (await call(listTickets, { query }, { signal })).items : []),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return { ...found, words, rows: found.data?.filter((row) => row.id !== id).slice(0, SHOWN) }
}

function Picker({ ticket, onChoose }: { ticket: TicketView; onChoose: (target: Numbered) => void }) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const listId = useId()
  const { rows, error, refetch, words } = useFound(ticket, typed)
  const active = rows?.[Math.min(at, rows.length - 1)]
  const onKeyDown = (event: KeyboardEvent) => {
    if (!rows || !active) return
    const here = rows.indexOf(active)
    if (event.key === 'ArrowDown') setAt((here + 1) % rows.length)
    else if (event.key === 'ArrowUp') setAt((here + rows.length - 1) % rows.length)
    else if (event.key === 'Enter') onChoose(active)
    else return
    event.preventDefault()
  }
  return (
    <>
      <TextInput
        data-autofocus
        label={m.merge_search()}
        placeholder={m.merge_search_example()}
        value={typed}
        maxLength={200}
        role="combobox"
        aria-expanded={(rows?.length ?? 0) > 0}
        aria-controls={listId}
        aria-activedescendant={active ? `${listId}-${active.id}` : undefined}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <p className={styles.heading}>{words ? m.merge_found() : m.merge_suggested()}</p>
      <div id={listId} role="listbox" aria-label={m.merge_search()} className={styles.options} tabIndex={-1}>
        {rows?.map((row) => (
          <Option
            key={row.id}
            id={`${listId}-${row.id}`}
            row={row}
            isActive={row === active}
            onEnter={() => setAt(rows.indexOf(row))}
            onChoose={() => onChoose(row)}
          />
        ))}
      </div>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!rows && !error && <Skeleton height="132px" />}
      {rows?.length === 0 && <p className={styles.none}>{words ? m.merge_nothing_found() : m.merge_no_suggestion()}</p>}
    </>
  )
}

type OptionProps = { id: string; row: TicketRowView; isActive: boolean; onEnter: () => void; onChoose: () => void }

function Option({ id, row, isActive, onEnter, onChoose }: OptionProps) {
  return (
    <button
      id={id}
      type="button"
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={styles.option}
      onMouseEnter={onEnter}
      onClick={onChoose}
    >
      <StatusBadge status={row.status} isDot />
      <span className={styles.number}>#{row.number}</span>
      <span className={styles.subject}>{row.subject}</span>
      <span className={styles.customer}>{row.customerName}</span>
    </button>
  )
}
