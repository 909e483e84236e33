import Bowser from 'bowser'
import type { FastifyRequest } from 'fastify'
import type { OwnSession } from '#contracts/identity/account.ts'
import type { SessionId, UserId } from '#contracts/ids.ts'
import type { SignedIn } from '#server/platform/actor.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { recordAudit } from './audit.ts'

const MAX_LISTED = 100

type Row = {
  id: SessionId
  ip_address: string | null
  user_agent: string | null
  signed_in_at: Date
  last_seen_at: Date
}

/** Where a person is signed in: the present session first, then the last used. */
export async function listOwnSessions(platform: Platform, actor: SignedIn): Promise<OwnSession[]> {
  const rows = await platform.db.query<Row>(
    `SELECT id, ip_address, user_agent, signed_in_at, last_seen_at FROM auth.session
     WHERE user_id = $1 AND expires_at > $2 ORDER BY id = $3 DESC, last_seen_at DESC LIMIT $4`,
    [actor.userId, platform.clock.now(), actor.sessionId, MAX_LISTED],
  )
  return rows.map((row) => ({
    id: row.id,
    ...deviceOf(row.user_agent),
    address: row.ip_address || null,
    signedInAt: row.signed_in_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    isCurrent: row.id === actor.sessionId,
  }))
}

/** What a browser says of itself. */
function deviceOf(userAgent: string | null): Pick<OwnSession, 'browser' | 'system' | 'kind'> {
  if (!userAgent) return { browser: null, system: null, kind: 'desktop' }
  const { browser, os, platform } = Bowser.parse(userAgent)
  const kind = platform.type === 'mobile' || platform.type === 'tablet' ? platform.type : 'desktop'
  return { browser: browser.name || null, system: os.name || null, kind }
}

/** Ends one session of the person. Its live streams end with it. Throws not_found for any session of somebody else. */
export async function endOwnSession(
  platform: Platform,
  request: FastifyRequest,
  actor: SignedIn,
  sessionId: SessionId,
): Promise<void> {
  const ended = await platform.db.query('DELETE FROM auth.session WHERE id = $1 AND user_id = $2 RETURNING id', [
    sessionId,
    actor.userId,
  ])
  if (ended.length === 0) throw notFound('session')
  await auditEnd(platform, request, actor, 1)
}

/** Ends every session of the person but the present one; gives how many. */
export async function endOtherSessions(platform: Platform, request: FastifyRequest, actor: SignedIn): Promise<number> {
  const ended = await platform.db.query('DELETE FROM auth.session WHERE user_id = $1 AND id <> $2 RETURNING id', [
    actor.userId,
    actor.sessionId,
  ])
  await auditEnd(platform, request, actor, ended.length)
  return ended.length
}

const auditEnd = (platform: Platform, request: FastifyRequest, actor: SignedIn & { userId: UserId }, ended: number) =>
  recordAudit(platform, {
    action: 'sessions_ended',
    actor: { kind: 'member', id: actor.userId, email: actor.email },
    address: request.ip,
    requestId: request.id,
    detail: { ended },
  })
