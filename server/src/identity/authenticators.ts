import type { FastifyRequest } from 'fastify'
import * as m from '#i18n/messages.js'
import type { Member, SignedIn } from '#server/platform/actor.ts'
import { forbidden, type RefusedAccount, unauthenticated } from '#server/platform/errors.ts'
import { type Platform, type Tenant, tenantOf } from '#server/platform/platform.ts'
import { roleOf } from './policy.ts'
import { type Account, readAccount } from './session.ts'

/** Authenticates anybody by the session cookie, whatever their role. */
export const accountAuthenticator =
  (platform: Platform) =>
  async (request: FastifyRequest): Promise<{ actor: SignedIn; tenant: null; sessionEndsAt: Date }> => {
    const account = await readAccount(platform, request)
    if (!account) throw unauthenticated()
    const { userId, name, email, sessionId } = account
    return {
      actor: { kind: 'account', userId, name, email, sessionId },
      tenant: null,
      sessionEndsAt: account.sessionExpiresAt,
    }
  }

/** Authenticates a member by the session cookie; the tenant is that of the session, never of a header or parameter. */
export const memberAuthenticator =
  (platform: Platform) =>
  async (request: FastifyRequest): Promise<{ actor: Member; tenant: Tenant; sessionEndsAt: Date }> => {
    const account = await readAccount(platform, request)
    if (!account) throw unauthenticated()
    if (!account.membership) throw forbidden(m.error_no_business, { refused: refusedAccount(platform, account) })
    const { tenantId, role, name, supportEndsAt } = account.membership
    return {
      actor: { kind: 'member', userId: account.userId, name, email: account.email, role },
      tenant: tenantOf(platform, tenantId),
      sessionEndsAt: supportEndsAt ?? account.sessionExpiresAt,
    }
  }

/** Authenticates the platform owner by the session cookie; throws forbidden for everybody else, and without two-factor where it is required. */
export const ownerAuthenticator =
  (platform: Platform) =>
  async (request: FastifyRequest): Promise<{ actor: Member; tenant: null; sessionEndsAt: Date }> => {
    const account = await readAccount(platform, request)
    if (!account) throw unauthenticated()
    if (roleOfAccount(platform, account) !== 'super-admin') {
      throw forbidden(m.error_platform_owner_only, { refused: refusedAccount(platform, account) })
    }
    if (platform.config.ownerTwoFactor && !account.hasTwoFactor) {
      throw forbidden(m.error_owner_two_factor, {
        reason: 'two_factor_needed',
        refused: refusedAccount(platform, account),
      })
    }
    const { userId, name, email } = account
    return {
      actor: { kind: 'member', userId, name, email, role: 'owner' },
      tenant: null,
      sessionEndsAt: account.sessionExpiresAt,
    }
  }

/** The role of a signed-in person. */
export const roleOfAccount = (platform: Platform, account: Account) =>
  roleOf({ ...account, memberRole: account.membership?.role ?? null }, platform.config)

const refusedAccount = (platform: Platform, account: Account): RefusedAccount => ({
  userId: account.userId,
  email: account.email,
  role: roleOfAccount(platform, account),
  tenantId: account.membership?.tenantId ?? null,
})
