import type { FastifyRequest } from 'fastify'
import { type Origin, requireFreshSignIn } from '#server/identity/service.ts'
import type { Platform } from '#server/platform/platform.ts'

/** The request of an act: for the audit log, and for what only a person who signed in lately may do. */
export type Caller = Origin & { requireFreshSignIn(): Promise<void> }

export const callerOf = ({ platform, request }: { platform: Platform; request: FastifyRequest }): Caller => ({
  address: request.ip,
  requestId: request.id,
  requireFreshSignIn: () => requireFreshSignIn(platform, request),
})
