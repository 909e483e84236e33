import type { SessionView } from '#contracts/identity/session.ts'
import type { Platform } from '#server/platform/platform.ts'
import { readAppearance } from './appearance.ts'
import { roleOfAccount } from './authenticators.ts'
import {
  findEndedMembership,
  findEndedSupport,
  findLastPortal,
  isTenantDeleted,
  listMemberships,
} from './memberships.ts'
import type { Account } from './session.ts'

/** The signed-in person with their role, business and other businesses; nulls when nobody is signed in. */
export async function presentSession(platform: Platform, account: Account | null): Promise<SessionView> {
  if (!account) return { user: null, tenant: null, tenants: [], endedMembership: null, lastPortal: null }
  const { membership, userId } = account
  const memberships = await listMemberships(platform, userId)
  return {
    user: {
      id: account.userId,
      name: membership?.name ?? account.name,
      email: account.email,
      role: roleOfAccount(platform, account),
      memberRole: membership?.role ?? null,
      emailVerified: account.emailVerified,
      language: account.language,
      // An invited member works for a business that others have set up.
      needsOnboarding: account.needsOnboarding && (membership === null || membership.role === 'owner'),
      appearance: await readAppearance(platform, userId),
    },
    tenant: membership && {
      id: membership.tenantId,
      slug: membership.slug,
      name: membership.tenantName,
      primaryColor: membership.primaryColor,
      isDemo: membership.isDemo,
    },
    tenants: memberships.map(({ tenantId, ...rest }) => ({ id: tenantId, ...rest })),
    endedMembership: membership ? null : await endedOf(platform, account),
    lastPortal: membership ? null : await findLastPortal(platform, userId),
  }
}

async function endedOf(platform: Platform, { sessionId, userId }: Account): Promise<SessionView['endedMembership']> {
  const support = await findEndedSupport(platform, sessionId)
  if (support) return { ...support, reason: 'support_ended' }
  if (await isTenantDeleted(platform, sessionId)) return { name: '', reason: 'deleted' }
  return findEndedMembership(platform, userId)
}
