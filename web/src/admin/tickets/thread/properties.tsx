import { Menu } from '@mantine/core'
import { IconCategory, IconPlus, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Priority } from '#contracts/conversation/escalation.ts'
import type { TicketView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { priorities } from '#web/admin/tickets/filter.ts'
import { listsKey } from '#web/admin/tickets/queries.ts'
import type { Rows } from '#web/admin/tickets/rows.ts'
import type { TicketActions } from '#web/admin/tickets/ticket-actions.ts'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { SlaLabel } from '#web/ui/lazy-sla-label.tsx'
import { categoryLabel, categoryOf, PriorityBadge, StatusBadge } from '#web/ui/ticket-labels.tsx'
import { AssigneeMenu } from './assignee-menu.tsx'
import styles from './properties.module.css'

const TagDot = lazyPart(async () => (await import('#web/admin/tickets/tags/ticket-tag-dot.tsx')).TicketTagDot)

const InlineField = lazyPart(async () => (await import('./inline-field.tsx')).InlineField)

type PropertiesProps = {
  ticket: TicketView
  run: TicketActions['run']
  isAssigning: boolean
  onAssigning: (isOpen: boolean) => void
}

/** Status, priority, assignee and team, category and tags, each edited in place. */
export function Properties({ ticket, run, isAssigning, onAssigning }: PropertiesProps) {
  return (
    <fieldset className={styles.properties} aria-label={m.ticket_properties()}>
      <StatusBadge status={ticket.status} />
      <PriorityMenu ticket={ticket} run={run} />
      <AssigneeMenu ticket={ticket} run={run} isAssigning={isAssigning} onAssigning={onAssigning} />
      <Category ticket={ticket} run={run} />
      <Tags ticket={ticket} run={run} />
      {ticket.sla && <SlaLabel sla={ticket.sla} />}
    </fieldset>
  )
}

type Part = Pick<PropertiesProps, 'ticket' | 'run'>

function PriorityMenu({ ticket, run }: Part) {
  return (
    <Menu position="bottom-start" offset={4}>
      <Menu.Target>
        <button type="button" className={styles.property}>
          <span className="visually-hidden">{m.ticket_field_priority()}: </span>
          <PriorityBadge priority={ticket.priority} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={ticket.priority}
          onChange={(value) => run({ kind: 'change', change: { priority: value as Priority } })}
        >
          {priorities.map((value) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick>
              <PriorityBadge priority={value} />
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}

function Category({ ticket, run }: Part) {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  if (!isOpen) {
    return (
      <button type="button" className={styles.property} onClick={() => setOpen(true)}>
        <IconCategory size={16} stroke={1.5} aria-hidden="true" />
        <span className="visually-hidden">{m.ticket_field_category()}: </span>
        <span className={styles.value}>{categoryLabel(ticket.category)}</span>
      </button>
    )
  }
  const rows = client.getQueriesData<Rows>({ queryKey: listsKey }).flatMap(([, known]) => known?.rows ?? [])
  return (
    <InlineField
      label={m.ticket_field_category()}
      initial={categoryLabel(ticket.category)}
      maxLength={60}
      suggestions={[...new Set(rows.map((row) => categoryLabel(row.category)))].sort()}
      onDone={(written) => {
        setOpen(false)
        const category = written && categoryOf(written)
        if (category && category !== ticket.category) run({ kind: 'change', change: { category } })
      }}
    />
  )
}

function Tags({ ticket, run }: Part) {
  const [isOpen, setOpen] = useState(false)
  const change = (tags: string[]) => run({ kind: 'change', change: { tags } })
  return (
    <>
      {ticket.tags.map((tag) => (
        <span key={tag} className={styles.tag}>
          <TagDot tag={tag} />
          {tag}
          <button
            type="button"
            aria-label={m.ticket_tag_remove({ tag })}
            onClick={() => change(ticket.tags.filter((other) => other !== tag))}
          >
            <IconX size={12} stroke={2} />
          </button>
        </span>
      ))}
      {isOpen ? (
        <InlineField
          label={m.ticket_tag_new()}
          initial=""
          maxLength={40}
          suggestions={[]}
          onDone={(tag) => {
            setOpen(false)
            if (tag && !ticket.tags.includes(tag)) change([...ticket.tags, tag])
          }}
        />
      ) : (
        ticket.tags.length < 20 && (
          <button type="button" className={styles.property} onClick={() => setOpen(true)}>
            <IconPlus size={14} stroke={1.75} aria-hidden="true" />
            {m.ticket_tag_add()}
          </button>
        )
      )}
    </>
  )
}
