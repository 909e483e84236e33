import type { SessionView } from '#contracts/identity/session.ts'
import type { Platform } from '#server/platform/platform.ts'
import { roleOfAccount } from './authenticators.ts'
import type { Account } from './session.ts'

/** The signed-in person with their role and business; nulls when nobody is signed in. */
export function presentSession(platform: Platform, account: Account | null): SessionView {
  if (!account) return { user: null, tenant: null }
  const { membership } = account
  return {
    user: {
      id: account.userId,
      name: membership?.name ?? account.name,
      email: account.email,
      role: roleOfAccount(platform, account),
      memberRole: membership?.role ?? null,
    },
    tenant: membership && {
      id: membership.tenantId,
      slug: membership.slug,
      name: membership.tenantName,
      primaryColor: membership.primaryColor,
      isDemo: membership.isDemo,
    },
  }
}
