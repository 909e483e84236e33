import { ActionIcon, CopyButton, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { TicketSource, TicketView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { shownPerson, useCopies } from '#web/admin/tickets/thread/use-copies.ts'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { Block, Fact } from './block.tsx'
import styles from './panel.module.css'

const sources: Record<TicketSource, () => string> = {
  guest_portal: m.ticket_source_guest_portal,
  customer_portal: m.ticket_source_customer_portal,
  chat: m.ticket_source_chat,
  desk: m.ticket_source_desk,
  email: m.ticket_source_email,
  demo: m.ticket_source_demo,
}

/** Number, id, source and times of a ticket. */
export function Details({ ticket }: { ticket: TicketView }) {
  const times: [string, string | null][] = [
    [m.ticket_detail_created(), ticket.createdAt],
    [m.ticket_detail_first_response(), ticket.firstResponseAt],
    [m.ticket_detail_resolved(), ticket.resolvedAt],
    [m.ticket_detail_closed(), ticket.closedAt],
  ]
  return (
    <Block title={m.ticket_details()}>
      <dl className={styles.facts}>
        <Fact name={m.ticket_detail_number()}>#{ticket.number}</Fact>
        <Fact name={m.ticket_detail_id()}>
          <span className={styles.id} title={ticket.id}>
            #{ticket.id.slice(0, 8).toUpperCase()}
          </span>
          <CopyId id={ticket.id} />
        </Fact>
        {ticket.aiAgent && <Fact name={m.ticket_detail_ai_agent()}>{ticket.aiAgent.name}</Fact>}
        <Fact name={m.ticket_detail_source()}>{sources[ticket.source]()}</Fact>
        <InCopy ticketId={ticket.id} />
        {ticket.priorityLabel !== ticket.priority && (
          <Fact name={m.ticket_detail_priority_word()}>{ticket.priorityLabel}</Fact>
        )}
        {times.map(([name, at]) =>
          at === null ? null : (
            <Fact key={name} name={name}>
              <RelativeTime at={at} />
            </Fact>
          ),
        )}
      </dl>
    </Block>
  )
}

/** Who was in copy of the newest mail, or of the reply to it. */
function InCopy({ ticketId }: { ticketId: string }) {
  const { people, cc } = useCopies(ticketId, 'reply', undefined)
  if (cc.length === 0) return null
  return <Fact name={m.ticket_detail_copies()}>{cc.map((address) => shownPerson(people, address)).join(', ')}</Fact>
}

function CopyId({ id }: { id: string }) {
  return (
    <CopyButton value={id} timeout={2000}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? m.ticket_copied() : m.ticket_copy_id()}>
          <ActionIcon size={24} aria-label={m.ticket_copy_id()} onClick={copy}>
            {copied ? <IconCheck size={14} stroke={2} /> : <IconCopy size={14} stroke={1.5} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}
