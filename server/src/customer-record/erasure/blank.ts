/**
 * What an erasure does to the rows of conversations and tickets: texts go, while everything that is counted stays. $1: tenant, $2: ids,
 * $3: the text instead, $4 (tickets): the name instead.
 */

/** $2: conversations. System messages hold no text of a person but numbers and names of states, which their readers need. */
export const BY_CONVERSATION: readonly string[] = [
  `UPDATE message SET body = CASE WHEN kind IN ('text', 'greeting', 'fallback') THEN $3 ELSE body END,
     original = NULL,
     author_name = CASE WHEN author = 'customer' THEN NULL ELSE author_name END, sources = '[]', suggestions = '{}',
     origin = origin - 'groundingDecisions' - 'cc'
   WHERE tenant_id = $1 AND conversation_id = ANY ($2)`,
  // A chat with the assistant ends: an answer that is being prepared has read its question, and is not written to a chat that has ended.
  `UPDATE conversation SET preview = '', answer_due_at = NULL, state = CASE WHEN state = 'ai' THEN 'closed' ELSE state END,
     rating_comment = CASE WHEN rating_comment IS NULL THEN NULL ELSE $3 END WHERE tenant_id = $1 AND id = ANY ($2) AND $3::text IS NOT NULL`,
  `UPDATE escalation SET user_input = $3 WHERE tenant_id = $1 AND conversation_id = ANY ($2)`,
  `UPDATE unanswered_question SET text = $3, signature = '{}' WHERE tenant_id = $1 AND conversation_id = ANY ($2)`,
  `UPDATE action_request SET input = '{}', result = NULL
   WHERE tenant_id = $1 AND conversation_id = ANY ($2) AND $3::text IS NOT NULL`,
  `DELETE FROM message_translation WHERE tenant_id = $1 AND $3::text IS NOT NULL
     AND message_id IN (SELECT id FROM message WHERE tenant_id = $1 AND conversation_id = ANY ($2))`,
  `DELETE FROM test_question WHERE tenant_id = $1 AND $3::text IS NOT NULL
     AND message_id IN (SELECT id FROM message WHERE tenant_id = $1 AND conversation_id = ANY ($2))`,
  'DELETE FROM webhook_delivery WHERE tenant_id = $1 AND order_key = ANY ($2) AND $3::text IS NOT NULL',
]

/** $2: tickets. */
export const BY_TICKET: readonly string[] = [
  `UPDATE ticket SET subject = $3, description = $3, preview = '', customer_name = $4, customer_email = NULL,
     rating_comment = CASE WHEN rating_comment IS NULL THEN NULL ELSE $3 END, version = version + 1
   WHERE tenant_id = $1 AND id = ANY ($2)`,
  ...['ticket_brief', 'composer_draft'].map((table) => deleteOf(table, 'ticket_id = ANY ($2)')),
  deleteOf('webhook_delivery', 'order_key = ANY ($2)'),
  // The words by which the ticket is searched.
  `SELECT index_ticket($1, id) FROM unnest($2::uuid[]) id WHERE $3::text IS NOT NULL AND $4::text IS NOT NULL`,
  deleteOf('email_notification', 'ticket_id = ANY ($2)'),
  // A link to the ticket is all that a digest and a short message have of it.
  ...['digest_entry', 'short_message'].map((table) =>
    deleteOf(table, 'EXISTS (SELECT 1 FROM unnest($2::uuid[]) id WHERE strpos(url, id::text) > 0)'),
  ),
]

/** What belongs to an address alone. $2: addresses. */
export const OF_PERSON: readonly string[] = [
  `DELETE FROM email_notification WHERE tenant_id = $1
     AND ("to" = ANY ($2) OR addressees->>'to' = ANY ($2) OR addressees->'cc' ?| $2)`,
  // Of the copies that they got of replies to others.
  `UPDATE message SET origin = origin - 'cc' WHERE tenant_id = $1 AND origin->'cc' ?| $2`,
  'DELETE FROM blocked_address WHERE tenant_id = $1 AND address = ANY ($2)',
]

function deleteOf(table: string, condition: string): string {
  return `DELETE FROM ${table} WHERE tenant_id = $1 AND ${condition} AND $3::text IS NOT NULL AND $4::text IS NOT NULL`
}
