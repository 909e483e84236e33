import { asc, eq } from 'drizzle-orm'
import type { OnboardingStep } from '#contracts/signup/onboarding.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type CustomerLinkRow, customerLink, type OnboardingRow, onboarding } from './schema.ts'

export const insertOnboarding = (t: Tx, row: Omit<OnboardingRow, 'tenantId'>) =>
  t.db.insert(onboarding).values({ ...row, tenantId: t.tenantId })

/** `forUpdate` locks it until the transaction ends. */
export async function findOnboarding(t: Tx, how?: 'forUpdate'): Promise<OnboardingRow | null> {
  const rows = t.db.select().from(onboarding).where(eq(onboarding.tenantId, t.tenantId))
  return (await (how ? rows.for('update') : rows))[0] ?? null
}

export const updateOnboarding = (
  t: Tx,
  set: { currentStep: OnboardingStep; completedSteps: OnboardingStep[]; completedAt: Date | null },
) =>
  t.db
    .update(onboarding)
    .set({ ...set, updatedAt: t.now })
    .where(eq(onboarding.tenantId, t.tenantId))

export const insertCustomerLinks = (t: Tx, rows: Pick<CustomerLinkRow, 'kind' | 'title' | 'description' | 'usage'>[]) =>
  t.db
    .insert(customerLink)
    .values(rows.map((row) => ({ ...row, tenantId: t.tenantId, createdAt: t.now, updatedAt: t.now })))

export const listCustomerLinkRows = (t: Tx): Promise<CustomerLinkRow[]> =>
  t.db.select().from(customerLink).where(eq(customerLink.tenantId, t.tenantId)).orderBy(asc(customerLink.kind)).limit(4)

/** Keeps the first time. */
export const markChecklistStep = (t: Tx, step: 'test_question' | 'link') =>
  t.sql(
    `INSERT INTO checklist (tenant_id, ${step === 'link' ? 'link_at' : 'test_question_at'}) VALUES ($1, $2)
     ON CONFLICT (tenant_id) DO UPDATE SET link_at = coalesce(checklist.link_at, excluded.link_at),
       test_question_at = coalesce(checklist.test_question_at, excluded.test_question_at)`,
    [t.tenantId, t.now],
  )

export type ChecklistFacts = {
  knowledge: boolean
  test_question: boolean
  link: boolean
  colleague: boolean
  first_chat: boolean
  memberCount: number
  openInvitationCount: number
}

/**
 * The state of every step in one statement. Samples, demo rows and drafts do not count; neither do chats that nobody answered. A colleague
 * is invited while the invitation can be accepted: one that expired or was withdrawn brought nobody.
 */
export async function readChecklistFacts(t: Tx): Promise<ChecklistFacts> {
  const [row] = await t.sql<Omit<ChecklistFacts, 'colleague'>>(
    `SELECT
       EXISTS (SELECT 1 FROM faq WHERE tenant_id = $1 AND is_published AND NOT is_demo) AS knowledge,
       EXISTS (SELECT 1 FROM checklist WHERE tenant_id = $1 AND test_question_at IS NOT NULL) AS test_question,
       EXISTS (SELECT 1 FROM checklist WHERE tenant_id = $1 AND link_at IS NOT NULL) AS link,
       (SELECT count(*)::int FROM member WHERE tenant_id = $1 AND removed_at IS NULL) AS "memberCount",
       (SELECT count(*)::int FROM invitation WHERE tenant_id = $1 AND accepted_at IS NULL AND withdrawn_at IS NULL
         AND expires_at > $2) AS "openInvitationCount",
       EXISTS (SELECT 1 FROM conversation c JOIN message m ON m.tenant_id = c.tenant_id AND m.conversation_id = c.id
         WHERE c.tenant_id = $1 AND c.channel = 'chat' AND NOT c.is_demo AND m.author IN ('assistant', 'member')
           AND m.visibility = 'public' AND EXISTS (SELECT 1 FROM message q WHERE q.tenant_id = c.tenant_id AND q.conversation_id = c.id
             AND q.author = 'customer' AND q.seq < m.seq)) AS first_chat`,
    [t.tenantId, t.now],
  )
  if (!row) throw new Error('no facts')
  return { ...row, colleague: row.memberCount > 1 || row.openInvitationCount > 0 }
}
