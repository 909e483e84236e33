import { IconBook2, IconInbox, type IconProps, IconUsers } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { plainWordsOf } from '#contracts/search/plain-text.ts'
import type { FoundTicket, SearchResult } from '#contracts/search/search.ts'
import * as m from '#i18n/messages.js'
import { openSection } from '#web/admin/desk-address.ts'
import type { Entry, EntryGroup } from './entries.tsx'
import styles from './palette.module.css'
import type { Recent } from './recent.ts'
import { markedParts, matchesAlmost, matchesText } from './words.ts'

export type Option = { id: string; content: ReactNode; run: () => void }
export type OptionGroup = { id: string; label: string; options: Option[] }

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const

/** Those that are found by their names only: there may be many. */
const BY_NAME: readonly string[] = ['settings', 'macros']

/** Sections, settings, macros and actions by their names; where no name has the words, those that have them with a slip. */
export function localGroups(groups: readonly EntryGroup[], words: string): OptionGroup[] {
  if (!words)
    return groups
      .filter(({ id }) => !BY_NAME.includes(id))
      .map((group) => ({ ...group, options: group.entries.map((one) => ofEntry(one, [])) }))
  const textOf = ({ label, place }: Entry) => `${label} ${place ?? ''}`
  const by = (matches: (words: string, text: string) => boolean) =>
    groups
      .map((group) => ({ ...group, entries: group.entries.filter((entry) => matches(words, textOf(entry))) }))
      .filter(({ entries }) => entries.length > 0)
  const exact = by(matchesText)
  const terms = plainWordsOf(words)
  return (exact.length > 0 ? exact : by(matchesAlmost)).map(({ id, label, entries }) => ({
    id,
    label,
    options: entries.map((entry) => ofEntry(entry, terms)),
  }))
}

const ofEntry = ({ id, label, place, Icon, run }: Entry, terms: readonly string[]): Option => ({
  id,
  run,
  content: <Line Icon={Icon} title={<Marked text={label} terms={terms} />} side={place} />,
})

/** What the server found, by kind. `onOpen` is told what is opened. */
export function foundGroups(found: SearchResult | null, onOpen: (opened: Recent) => void): OptionGroup[] {
  if (!found) return []
  const { terms } = found
  const option = (opened: Recent, content: ReactNode, message?: string): Option => ({
    id: `${opened.kind}-${opened.id}`,
    content,
    run: () => {
      onOpen(opened)
      openRecent(opened, message)
    },
  })
  const groups: OptionGroup[] = [
    {
      id: 'tickets',
      label: m.desk_section_tickets(),
      options: found.tickets.map((ticket) =>
        option(
          { kind: 'ticket', id: ticket.id, title: ticket.subject },
          <TicketLine ticket={ticket} terms={terms} />,
          ticket.message?.id,
        ),
      ),
    },
    {
      id: 'customers',
      label: m.desk_section_customers(),
      options: found.customers.map(({ id, name, email }) =>
        option(
          { kind: 'customer', id, title: name },
          <Line
            Icon={IconUsers}
            title={<Marked text={name} terms={terms} />}
            below={email && <Marked text={email} terms={terms} />}
          />,
        ),
      ),
    },
    {
      id: 'faqs',
      label: m.desk_palette_faqs(),
      options: found.faqs.map(({ id, question, isPublished }) =>
        option(
          { kind: 'faq', id, title: question },
          <Line
            Icon={IconBook2}
            title={<Marked text={question} terms={terms} />}
            side={isPublished ? null : m.desk_palette_draft()}
          />,
        ),
      ),
    },
    {
      id: 'articles',
      label: m.desk_palette_articles(),
      options: found.articles.map(({ id, title, isPublished }) =>
        option(
          { kind: 'article', id, title },
          <Line
            Icon={IconBook2}
            title={<Marked text={title} terms={terms} />}
            side={isPublished ? null : m.desk_palette_draft()}
          />,
        ),
      ),
    },
  ]
  return groups.filter(({ options }) => options.length > 0)
}

const ICONS: Record<Recent['kind'], ComponentType<IconProps>> = {
  ticket: IconInbox,
  customer: IconUsers,
  faq: IconBook2,
  article: IconBook2,
}

/** What was opened last. */
export const recentGroup = (recent: readonly Recent[]): OptionGroup[] =>
  recent.length === 0
    ? []
    : [
        {
          id: 'recent',
          label: m.desk_palette_recent(),
          options: recent.map((one) => ({
            id: `recent-${one.kind}-${one.id}`,
            content: <Line Icon={ICONS[one.kind]} title={one.title} />,
            run: () => openRecent(one),
          })),
        },
      ]

/** `message`: the one of the ticket that is shown first. */
function openRecent({ kind, id }: Recent, message?: string): void {
  if (kind === 'ticket') openSection('tickets', { ticket: id, message })
  if (kind === 'customer') openSection('customers', { customer: id })
  if (kind === 'faq') openSection('knowledge', { tab: 'faqs', faq: id })
  if (kind === 'article') openSection('knowledge', { tab: 'articles', article: id })
}

function TicketLine({ ticket, terms }: { ticket: FoundTicket; terms: readonly string[] }) {
  const { number, subject, customerName, customerEmail, message } = ticket
  return (
    <Line
      Icon={IconInbox}
      title={
        <>
          <span className={styles.number}>#{number}</span> <Marked text={subject} terms={terms} />
        </>
      }
      below={
        <>
          <span className={styles.who}>
            <Marked text={customerName} terms={terms} />
            {customerEmail && (
              <>
                {' · '}
                <Marked text={customerEmail} terms={terms} />
              </>
            )}
          </span>
          {message && (
            <span className={styles.excerpt}>
              {message.visibility === 'note' && <span className={styles.note}>{m.desk_palette_note()}</span>}
              <Marked text={message.excerpt} terms={terms} />
            </span>
          )}
        </>
      }
    />
  )
}

type LineProps = { Icon: ComponentType<IconProps>; title: ReactNode; side?: ReactNode; below?: ReactNode }

function Line({ Icon, title, side, below }: LineProps) {
  return (
    <>
      <Icon {...icon} />
      <span className={styles.text}>
        <span className={styles.title}>{title}</span>
        {below && <span className={styles.below}>{below}</span>}
      </span>
      {side && <span className={styles.side}>{side}</span>}
    </>
  )
}

function Marked({ text, terms }: { text: string; terms: readonly string[] }) {
  return markedParts(text, terms).map(({ at, part, isMarked }) =>
    isMarked ? (
      <mark key={at} className={styles.mark}>
        {part}
      </mark>
    ) : (
      part
    ),
  )
}
