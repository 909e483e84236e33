import { sql } from 'drizzle-orm'
import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import type { LinkKind, OnboardingStep } from '#contracts/signup/onboarding.ts'
import type { SignUpFlow } from '#contracts/signup/signup.ts'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'
import { tenant } from '#server/tenant/schema.ts'

/** How a business signed up, and how far its owner has come with setting it up. */
export const onboarding = pgTable(
  'onboarding',
  {
    tenantId: tenantId()
      .primaryKey()
      .references(() => tenant.id, { onDelete: 'cascade' }),
    ownerId: uuid('owner_id').$type<UserId>().notNull(),
    flow: text('flow').$type<SignUpFlow>().notNull(),
    language: text('language').$type<Language>().notNull(),
    currentStep: text('current_step').$type<OnboardingStep>().notNull(),
    completedSteps: text('completed_steps').array().$type<OnboardingStep[]>().notNull().default(sql`'{}'`),
    startedAt: instant('started_at').notNull(),
    completedAt: instant('completed_at'),
    updatedAt: instant('updated_at').notNull(),
  },
  () => [isolated()],
)
export type OnboardingRow = typeof onboarding.$inferSelect

/** Steps of the checklist that leave no other trace. */
export const checklist = pgTable(
  'checklist',
  {
    tenantId: tenantId()
      .primaryKey()
      .references(() => tenant.id, { onDelete: 'cascade' }),
    testQuestionAt: instant('test_question_at'),
    linkAt: instant('link_at'),
  },
  () => [isolated()],
)

/** The four links of a business to its portal. Their addresses follow from the portal's, so that they are not stored. */
export const customerLink = pgTable(
  'customer_link',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<LinkKind>().notNull(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    usage: text('usage').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [isolated(), primaryKey({ columns: [t.tenantId, t.kind] })],
)
export type CustomerLinkRow = typeof customerLink.$inferSelect
