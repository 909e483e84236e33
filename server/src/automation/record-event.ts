import type { RuleTrigger } from '#contracts/automation/trigger.ts'
import type { Priority } from '#contracts/conversation/escalation.ts'
import type { TicketId } from '#contracts/ids.ts'
import type { TicketStatus } from '#contracts/ticket/ticket.ts'
import type { CommitBatch, Tx } from '#server/platform/db/tenant.ts'
import type { TicketRow } from '#server/ticket/schema.ts'

/** Where a change belongs: the chain of what one change from outside caused, and how deep in it. */
export type Chain = { id: string; depth: number }

const chains = new WeakMap<Tx, Chain>()

/** What the rest of this transaction changes belongs to a chain, as an effect of a rule. */
export const continueChain = (t: Tx, chain: Chain): void => {
  chains.set(t, chain)
}

type RecordedEvent = {
  ticket_id: TicketId
  triggers: RuleTrigger[]
  status: TicketStatus
  priority: Priority
  chain_id: string
  depth: number
}

/**
 * Stores what happened to a ticket, for the rules and the agreed times of its business; nothing where neither wants it. Rules over time want
 * every change, also one that is no trigger: the ticket may meet their conditions from now on. All events of a
 * transaction are one statement in the round trip of its commit: so none is lost, and none is stored of a change that was undone.
 */
export function recordEvent(t: Tx, { id, status, priority, isDemo }: TicketRow, triggers: RuleTrigger[]): void {
  if (isDemo) return
  const chain = chains.get(t) ?? { id: crypto.randomUUID(), depth: 0 }
  t.gather(writeEvents, { ticket_id: id, triggers, status, priority, chain_id: chain.id, depth: chain.depth })
}

const writeEvents: CommitBatch<RecordedEvent> = (t, events) =>
  t.write(
    t.sql(
      `INSERT INTO automation_event (tenant_id, ticket_id, triggers, status, priority, chain_id, depth, at, retry_at)
       SELECT s.tenant_id, e.ticket_id, e.triggers, e.status, e.priority, e.chain_id, e.depth, $3, $3
       FROM automation_setting s, ROWS FROM (json_to_recordset($2)
         AS (ticket_id uuid, triggers text[], status text, priority text, chain_id uuid, depth integer)) WITH ORDINALITY e
       WHERE s.tenant_id = $1 AND (s.sla_is_on AND e.triggers <> '{}' OR s.triggers && (e.triggers || 'time_passed'::text))
       ORDER BY e.ordinality`,
      [t.tenantId, JSON.stringify(events), t.now],
      'prepared',
    ),
  )
