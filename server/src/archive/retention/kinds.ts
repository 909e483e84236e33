import type { RetentionCounts, RetentionPolicy } from '#contracts/tenant/retention.ts'

export type RetentionKind = keyof RetentionCounts

type Kind = { days: keyof RetentionPolicy; tables: { name: string; condition: string }[] }

/**
 * What is deleted after its days. In a condition `$1` is the tenant, `$2` the moment before which a row is old, `r` the row. Nothing that
 * somebody still works on: no ticket, no chat of a merged thread, no request that waits for a decision.
 */
export const KINDS: Record<RetentionKind, Kind> = {
  chats: {
    days: 'chatsDays',
    tables: [
      {
        name: 'conversation',
        condition: `r.channel = 'chat' AND r.ticket_id IS NULL AND r.updated_at < $2 AND r.merged_into_id IS NULL AND NOT r.has_merged
          AND NOT EXISTS (SELECT FROM ticket k WHERE k.tenant_id = $1 AND k.conversation_id = r.id)`,
      },
    ],
  },
  files: {
    days: 'filesDays',
    tables: [
      {
        name: 'file',
        condition: `r.created_at < $2 AND EXISTS (SELECT FROM message m JOIN ticket k ON k.tenant_id = $1 AND k.conversation_id = m.conversation_id
          WHERE m.tenant_id = $1 AND m.id = r.message_id AND k.status IN ('resolved', 'closed') AND k.updated_at < $2)`,
      },
    ],
  },
  aiRecords: {
    days: 'aiRecordsDays',
    tables: [
      { name: 'ai_attempt', condition: 'r.at < $2' },
      { name: 'unanswered_question', condition: 'r.at < $2' },
      { name: 'action_request', condition: `r.created_at < $2 AND r.decided_at IS NOT NULL` },
    ],
  },
  mails: {
    days: 'mailsDays',
    tables: [{ name: 'inbound_mail', condition: 'r.received_at < $2 AND r.processed_at IS NOT NULL' }],
  },
}

export const RETENTION_KINDS = Object.keys(KINDS) as RetentionKind[]
