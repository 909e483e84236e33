import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Language } from '#contracts/languages.ts'
import { sqlState } from '#server/platform/db/database-errors.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { member, type TenantRow, tenant } from '#server/tenant/schema.ts'

export type AddressChange = Partial<
  Pick<
    TenantRow,
    | 'slug'
    | 'formerSlugs'
    | 'customDomain'
    | 'customDomainState'
    | 'customDomainProof'
    | 'customDomainProblem'
    | 'customDomainFailingSince'
  >
>

export const updateAddress = async (t: Tx, change: AddressChange): Promise<void> => {
  await t.db
    .update(tenant)
    .set({ ...change, updatedAt: t.now })
    .where(eq(tenant.id, t.tenantId))
}

/** Whether a check may begin now: true for one caller only, unless the last one began before `before`. */
export const claimDomainCheck = async (t: Tx, before: Date): Promise<boolean> =>
  (
    await t.db
      .update(tenant)
      .set({ customDomainCheckedAt: t.now })
      .where(
        and(
          eq(tenant.id, t.tenantId),
          or(isNull(tenant.customDomainCheckedAt), lt(tenant.customDomainCheckedAt, before)),
        ),
      )
      .returning({ id: tenant.id })
  ).length > 0

/** The unique index of proved domains refuses a second business, also when both are checked at once. */
export const isDomainTaken = (error: unknown): boolean => sqlState(error) === '23505'

/** The owners' addresses, each with the language of its account. */
export const listOwnerAddresses = (t: Tx): Promise<{ email: string; language: Language }[]> =>
  t.db
    .select({
      email: member.email,
      language: sql<Language>`coalesce((SELECT language FROM auth."user" WHERE id = ${member.userId}), 'en')`,
    })
    .from(member)
    .where(and(eq(member.tenantId, t.tenantId), eq(member.role, 'owner'), isNull(member.removedAt)))
    .limit(10)
