import type { FastifyRequest } from 'fastify'
import type { Member } from '#server/platform/actor.ts'
import { forbidden, unauthenticated } from '#server/platform/errors.ts'
import { type Platform, type Tenant, tenantOf } from '#server/platform/platform.ts'
import { recordAudit } from './audit.ts'
import { roleOf } from './policy.ts'
import { type Account, readAccount } from './session.ts'

/** Lets a member in, to the business their session names: no header and no parameter chooses another. */
export const memberAuthenticator =
  (platform: Platform) =>
  async (request: FastifyRequest): Promise<{ actor: Member; tenant: Tenant }> => {
    const account = await readAccount(platform, request)
    if (!account) throw unauthenticated()
    if (!account.membership) {
      await recordDenial(platform, request, account)
      throw forbidden('Your account belongs to no active business. Ask its owner to invite you, or set up your own.')
    }
    const { tenantId, role, name } = account.membership
    return {
      actor: { kind: 'member', userId: account.userId, name, email: account.email, role },
      tenant: tenantOf(platform, tenantId),
    }
  }

/** Lets the platform owner in, and nobody else. */
export const ownerAuthenticator =
  (platform: Platform) =>
  async (request: FastifyRequest): Promise<{ actor: Member; tenant: null }> => {
    const account = await readAccount(platform, request)
    if (!account) throw unauthenticated()
    if (standingOf(platform, account) !== 'super-admin') {
      await recordDenial(platform, request, account)
      throw forbidden('Only the platform owner may do this. Sign in with the owner’s account.')
    }
    const { userId, name, email } = account
    return { actor: { kind: 'member', userId, name, email, role: 'owner' }, tenant: null }
  }

/** What the person behind a session is to the product. */
export const standingOf = (platform: Platform, account: Account) =>
  roleOf({ ...account, memberRole: account.membership?.role ?? null }, platform.config.platformOwnerEmail)

const recordDenial = (platform: Platform, request: FastifyRequest, account: Account): Promise<void> =>
  recordAudit(platform, {
    action: 'denied',
    actor: { kind: 'member', id: account.userId, email: account.email },
    tenantId: account.membership?.tenantId ?? null,
    address: request.ip,
    requestId: request.id,
    detail: { method: request.method, route: request.routeOptions.url ?? null },
  })
