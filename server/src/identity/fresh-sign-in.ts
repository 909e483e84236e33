import type { FastifyRequest } from 'fastify'
import * as m from '#i18n/messages.js'
import type { SignedIn } from '#server/platform/actor.ts'
import { forbidden, unauthenticated } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { recordAudit } from './audit.ts'
import { assertOwnPassword } from './password-check.ts'
import { readAccount } from './session.ts'

/** A sign-in proves who somebody is for so long; after that a dangerous act asks for the password again. */
const FRESH_MS = 15 * 60_000

/**
 * For dangerous acts: the person proved who they are within the last 15 minutes. Throws forbidden (reason `stale_sign_in`); the page then asks for the
 * password (`confirmSignIn`) and repeats the request.
 */
export async function requireFreshSignIn(platform: Platform, request: FastifyRequest): Promise<void> {
  const account = await readAccount(platform, request)
  if (!account) throw unauthenticated()
  if (platform.clock.now().getTime() - account.signedInAt.getTime() > FRESH_MS) {
    throw forbidden(m.error_stale_sign_in, { reason: 'stale_sign_in', isAudited: true })
  }
}

/** The person proves by their password that the session is still theirs. Throws invalid_input when it is wrong. */
export async function confirmSignIn(
  platform: Platform,
  request: FastifyRequest,
  actor: SignedIn,
  password: string,
): Promise<void> {
  await assertOwnPassword(platform, request, actor, { password })
  await platform.db.query('UPDATE auth.session SET signed_in_at = $2 WHERE id = $1', [
    actor.sessionId,
    platform.clock.now(),
  ])
  await recordAudit(platform, {
    action: 'sign_in_confirmed',
    actor: { kind: 'member', id: actor.userId, email: actor.email },
    address: request.ip,
    requestId: request.id,
  })
}
