import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { ConversationId, FaqId, QuestionGroupId, QuestionId, TicketId } from '#contracts/ids.ts'
import { type QuestionRow, questionGroup, unansweredQuestion } from '#server/assistant/schema.ts'
import { message } from '#server/conversation/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { ticket } from '#server/ticket/schema.ts'

/** Inserts a question; an answer has at most one. */
export const insertQuestion = (t: Tx, row: Omit<typeof unansweredQuestion.$inferInsert, 'tenantId'>) =>
  t.db
    .insert(unansweredQuestion)
    .values({ ...row, tenantId: t.tenantId })
    .onConflictDoNothing()

/** Deletes a question that was stored because of an unhelpful rating. */
export async function deleteUnhelpfulQuestion(t: Tx, id: QuestionId): Promise<void> {
  await t.db
    .delete(unansweredQuestion)
    .where(
      and(
        eq(unansweredQuestion.tenantId, t.tenantId),
        eq(unansweredQuestion.id, id),
        eq(unansweredQuestion.outcome, 'unhelpful'),
      ),
    )
}

/** Those of the questions that have no group, oldest first. */
export const listUngrouped = (t: Tx, ids: QuestionId[]): Promise<QuestionRow[]> =>
  t.prepared
    .select()
    .from(unansweredQuestion)
    .where(
      and(
        eq(unansweredQuestion.tenantId, t.tenantId),
        sql`${unansweredQuestion.id} = ANY (${sql.param(ids)}::uuid[])`,
        isNull(unansweredQuestion.groupId),
      ),
    )
    .orderBy(asc(unansweredQuestion.at), asc(unansweredQuestion.id))
    .execute()

export async function findQuestion(t: Tx, id: QuestionId): Promise<QuestionRow | null> {
  const rows = await t.db
    .select()
    .from(unansweredQuestion)
    .where(and(eq(unansweredQuestion.tenantId, t.tenantId), eq(unansweredQuestion.id, id)))
  return rows[0] ?? null
}

/** Serializes grouping in a tenant until the commit, so that two similar questions do not create two groups. */
export async function lockGrouping(t: Tx): Promise<void> {
  await t.sql("SELECT pg_advisory_xact_lock(hashtextextended('questions ' || $1, 0))", [t.tenantId])
}

export type Grouped = { groupId: QuestionGroupId; signature: string[] }

/** The newest questions that have a group. */
export const listGroupedQuestions = (t: Tx, limit: number): Promise<Grouped[]> =>
  t.db
    .select({ groupId: sql<QuestionGroupId>`${unansweredQuestion.groupId}`, signature: unansweredQuestion.signature })
    .from(unansweredQuestion)
    .where(and(eq(unansweredQuestion.tenantId, t.tenantId), isNotNull(unansweredQuestion.groupId)))
    .orderBy(desc(unansweredQuestion.at))
    .limit(limit)

/**
 * Adds a question to a group, which is created if new and reopened if solved; nobody waits for it. The words of a text that was erased
 * since it was read are not written.
 */
export function joinGroup(
  t: Tx,
  { id, text }: Pick<QuestionRow, 'id' | 'text'>,
  signature: string[],
  groupId: QuestionGroupId,
): void {
  t.write(
    t.prepared
      .insert(questionGroup)
      .values({ tenantId: t.tenantId, id: groupId, createdAt: t.now })
      .onConflictDoUpdate({
        target: [questionGroup.tenantId, questionGroup.id],
        set: { status: sql`CASE ${questionGroup.status} WHEN 'solved' THEN 'open' ELSE ${questionGroup.status} END` },
      }),
  )
  t.write(
    t.prepared
      .update(unansweredQuestion)
      .set({ groupId, signature })
      .where(
        and(
          eq(unansweredQuestion.tenantId, t.tenantId),
          eq(unansweredQuestion.id, id),
          eq(unansweredQuestion.text, text),
        ),
      ),
  )
}

export type GroupRow = {
  id: QuestionGroupId
  status: 'open' | 'solved' | 'dismissed'
  text: string
  phrasings: string[]
  language: QuestionRow['language']
  count: number
  faqId: FaqId | null
  faqQuestion: string | null
  firstAt: Date
  lastAt: Date
}

/** The position in the list of groups, which is sorted by how often and how lately they were asked. */
export type GroupPosition = { count: number; lastAt: Date; id: string }

type GroupFilter = {
  id?: QuestionGroupId
  status?: GroupRow['status']
  from?: Date | null
  after?: GroupPosition | null
  limit: number
}

/** Groups with at least one question in the period, demo conversations excluded, most frequent first. */
export const listGroups = (t: Tx, filter: GroupFilter): Promise<GroupRow[]> =>
  t.sql<GroupRow>(
    `SELECT * FROM (
       SELECT g.id, g.status, q.text, q.phrasings, q.language, q.count, f.id AS "faqId", f.question AS "faqQuestion",
         q.first_at AS "firstAt", q.last_at AS "lastAt"
       FROM question_group g
       JOIN LATERAL (
         SELECT mode() WITHIN GROUP (ORDER BY u.text) AS text, (array_agg(DISTINCT u.text))[1:20] AS phrasings,
           mode() WITHIN GROUP (ORDER BY u.language) AS language, mode() WITHIN GROUP (ORDER BY u.nearest_faq_id) AS nearest,
           count(*)::int AS count, min(u.at) AS first_at, max(u.at) AS last_at
         FROM unanswered_question u
         JOIN conversation c ON c.tenant_id = $1 AND c.id = u.conversation_id AND NOT c.is_demo
         WHERE u.tenant_id = $1 AND u.group_id = g.id AND u.at >= coalesce($3, '-infinity'::timestamptz)
       ) q ON q.count > 0
       LEFT JOIN faq f ON f.tenant_id = $1 AND f.id = coalesce(g.faq_id, q.nearest)
       WHERE g.tenant_id = $1 AND ($2::text IS NULL OR g.status = $2) AND ($7::uuid IS NULL OR g.id = $7)
     ) r
     WHERE $4::int IS NULL OR (r.count, r."lastAt", r.id) < ($4, $5::timestamptz, $6::uuid)
     ORDER BY r.count DESC, r."lastAt" DESC, r.id DESC LIMIT $8`,
    [
      t.tenantId,
      filter.status ?? null,
      filter.from ?? null,
      filter.after?.count ?? null,
      filter.after?.lastAt ?? null,
      filter.after?.id ?? null,
      filter.id ?? null,
      filter.limit,
    ],
  )

/** The number of open groups and their questions in the period, demo conversations excluded. */
export async function countOpenGroups(
  t: Tx,
  from: Date | null,
): Promise<{ openGroups: number; openQuestions: number }> {
  const rows = await t.sql<{ openGroups: number; openQuestions: number }>(
    `SELECT count(DISTINCT u.group_id)::int AS "openGroups", count(*)::int AS "openQuestions"
     FROM unanswered_question u JOIN question_group g ON g.tenant_id = u.tenant_id AND g.id = u.group_id
     JOIN conversation c ON c.tenant_id = u.tenant_id AND c.id = u.conversation_id AND NOT c.is_demo
     WHERE u.tenant_id = $1 AND g.status = 'open' AND u.at >= coalesce($2, '-infinity'::timestamptz)`,
    [t.tenantId, from],
  )
  return rows[0] ?? { openGroups: 0, openQuestions: 0 }
}

/** Sets a group's status. */
export const updateGroupStatus = (
  t: Tx,
  id: QuestionGroupId,
  change: { status: GroupRow['status']; faqId?: FaqId | null },
): Promise<unknown> =>
  t.db
    .update(questionGroup)
    .set({ ...change, closedAt: change.status === 'open' ? null : t.now })
    .where(and(eq(questionGroup.tenantId, t.tenantId), eq(questionGroup.id, id)))

/**
 * Solves an open group by a FAQ that was changed after the group's last question; gives the number of groups, 0 or 1. Where a customer
 * was answered and found it unhelpful, only a FAQ that was added since solves it: a change may be the correction of a word.
 */
export async function solveAnsweredGroup(t: Tx, id: QuestionGroupId, faqId: FaqId): Promise<number> {
  const rows = await t.sql(
    `UPDATE question_group g SET status = 'solved', faq_id = $3, closed_at = $4
     FROM faq f
     WHERE g.tenant_id = $1 AND g.id = $2 AND g.status = 'open' AND f.tenant_id = $1 AND f.id = $3
       AND (SELECT CASE WHEN bool_or(u.outcome = 'unhelpful') THEN f.created_at ELSE f.updated_at END >= max(u.at)
            FROM unanswered_question u WHERE u.tenant_id = $1 AND u.group_id = $2)
     RETURNING g.id`,
    [t.tenantId, id, faqId, t.now],
  )
  return rows.length
}

/** Whether any group is open. */
export async function hasOpenGroup(t: Tx): Promise<boolean> {
  const rows = await t.db
    .select({ id: questionGroup.id })
    .from(questionGroup)
    .where(and(eq(questionGroup.tenantId, t.tenantId), eq(questionGroup.status, 'open')))
    .limit(1)
  return rows.length > 0
}

export type Reply = { ticketId: TicketId; number: number; subject: string; bodies: string[] }

/** The members' replies in the newest resolved ticket of a group's conversations; null where there are none. */
export async function findMemberReply(t: Tx, id: QuestionGroupId): Promise<Reply | null> {
  const chats = await t.db
    .select({ id: unansweredQuestion.conversationId })
    .from(unansweredQuestion)
    .where(and(eq(unansweredQuestion.tenantId, t.tenantId), eq(unansweredQuestion.groupId, id)))
    .orderBy(desc(unansweredQuestion.at))
    .limit(200)
  const ids = [...new Set(chats.map((chat): ConversationId => chat.id))]
  if (ids.length === 0) return null
  const rows = await t.db
    .select({ ticketId: ticket.id, number: ticket.number, subject: ticket.subject, body: message.body })
    .from(ticket)
    .innerJoin(message, and(eq(message.tenantId, ticket.tenantId), eq(message.conversationId, ticket.conversationId)))
    .where(
      and(
        eq(ticket.tenantId, t.tenantId),
        inArray(ticket.conversationId, ids),
        inArray(ticket.status, ['resolved', 'closed']),
        eq(message.author, 'member'),
        eq(message.visibility, 'public'),
        eq(message.kind, 'text'),
      ),
    )
    .orderBy(desc(ticket.resolvedAt), desc(ticket.id), message.seq)
    .limit(100)
  const [first] = rows
  if (!first) return null
  const bodies = rows.filter(({ ticketId }) => ticketId === first.ticketId).map(({ body }) => body)
  return { ticketId: first.ticketId, number: first.number, subject: first.subject, bodies }
}
