import type { ConversationId, CustomerId, FileId, MessageId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

/** Conversations, or messages of one, that one statement reads. */
export const PAGE = 50

type Exported = Record<string, unknown>

/** What is stored of customers that are one person, beside their conversations: each part a list. */
export async function readPerson(t: Tx, ids: CustomerId[]): Promise<Record<string, Exported[]>> {
  const read = (text: string) => t.sql<Exported>(text, [t.tenantId, ids])
  const [customers, visits, notes, memories] = await Promise.all([
    read(`SELECT c.id, c.name, c.email, CASE WHEN c.claimed_by IS NOT NULL THEN 'claimed' WHEN c.email_verified_at IS NOT NULL THEN 'verified'
        ELSE 'entered' END AS "emailStatus", c.plan, c.blocked_at AS "blockedAt", c.joined_at AS "joinedAt",
        (SELECT coalesce(json_agg(i.external_id), '[]') FROM customer_identity i WHERE i.tenant_id = $1 AND i.customer_id = c.id) AS "externalIds", c.last_active_at AS "lastActiveAt",
        (SELECT coalesce(json_object_agg(a.name, c.attributes->(a.id::text)), '{}') FROM customer_attribute a
         WHERE a.tenant_id = $1 AND c.attributes ? a.id::text) AS attributes
      FROM customer c WHERE c.tenant_id = $1 AND c.id = ANY ($2) ORDER BY c.joined_at, c.id`),
    read(`SELECT created_at AS "firstSeenAt", last_seen_at AS "lastSeenAt", visit AS "cameFrom" FROM guest
      WHERE tenant_id = $1 AND customer_id = ANY ($2) ORDER BY created_at, id`),
    read(`SELECT author_name AS author, body, created_at AS at FROM customer_note
      WHERE tenant_id = $1 AND customer_id = ANY ($2) ORDER BY created_at, id`),
    read(`SELECT visit_count AS visits, timezone, language, content, first_visit_at AS "firstVisitAt", last_seen_at AS "lastSeenAt" FROM memory
      WHERE tenant_id = $1 AND (customer_id = ANY ($2) OR guest_id IN (SELECT id FROM guest WHERE tenant_id = $1 AND customer_id = ANY ($2)))
      ORDER BY first_visit_at, id`),
  ])
  return { customers, visits, notes, memories }
}

export type ExportedConversation = Exported & { id: ConversationId }

/** The next conversations of the person by id, each with its ticket: also those that a browser had before it gave a name. */
export const listConversations = (
  t: Tx,
  ids: CustomerId[],
  after: ConversationId | null,
): Promise<ExportedConversation[]> =>
  t.sql(
    `SELECT c.id, c.channel, c.language, c.created_at AS "createdAt",
       c.rating, c.rating_comment AS "ratingComment", c.rated_at AS "ratedAt",
       CASE WHEN k.id IS NOT NULL THEN json_build_object('number', k.number, 'subject', k.subject, 'description', k.description,
         'status', k.status, 'priority', k.priority, 'category', k.category, 'tags', k.tags, 'source', k.source, 'utmSource', k.utm_source,
         'customerName', k.customer_name, 'customerEmail', k.customer_email,
         'fields', (SELECT coalesce(json_object_agg(f.key, k.custom_fields->(f.id::text)), '{}') FROM ticket_field f
           WHERE f.tenant_id = $1 AND k.custom_fields ? f.id::text),
         'rating', k.rating, 'ratingComment', k.rating_comment, 'ratedAt', k.rated_at, 'resolvedAt', k.resolved_at) END AS ticket
     FROM (
       SELECT id FROM conversation WHERE tenant_id = $1 AND customer_id = ANY ($2)
       UNION SELECT conversation_id FROM ticket WHERE tenant_id = $1 AND customer_id = ANY ($2)
       UNION SELECT o.id FROM guest g JOIN conversation o ON o.tenant_id = $1 AND o.guest_id = g.id
         WHERE g.tenant_id = $1 AND g.customer_id = ANY ($2) AND o.customer_id IS NULL
     ) theirs
     JOIN conversation c ON c.tenant_id = $1 AND c.id = theirs.id
     LEFT JOIN ticket k ON k.tenant_id = $1 AND k.conversation_id = c.id
     WHERE $3::uuid IS NULL OR c.id > $3 ORDER BY c.id LIMIT ${PAGE}`,
    [t.tenantId, ids, after],
  )

export type ExportedFile = { id: FileId; name: string; type: string; size: number; storageKey: string }
export type ExportedMessage = Exported & { id: MessageId; seq: number; files: ExportedFile[] }

/** The next messages of a conversation, members' notes among them, with their files. */
export const listMessages = (t: Tx, id: ConversationId, afterSeq: number): Promise<ExportedMessage[]> =>
  t.sql(
    `SELECT m.id, m.seq, m.author, m.author_name AS "authorName", m.visibility, m.kind, m.body, m.helpful, m.created_at AS at,
       (SELECT coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'type', f.mime, 'size', f.size, 'storageKey', f.storage_key)
          ORDER BY f.id), '[]') FROM file f WHERE f.tenant_id = $1 AND f.message_id = m.id) AS files
     FROM message m WHERE m.tenant_id = $1 AND m.conversation_id = $2 AND m.seq > $3 ORDER BY m.seq LIMIT ${PAGE}`,
    [t.tenantId, id, afterSeq],
  )
