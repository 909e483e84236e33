import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { asAppError } from '#server/platform/db/database-errors.ts'
import { createTenantTurns, UNKNOWN } from '#server/platform/tenant-turns.ts'

/** So long a request waits at most until its caller is looked up. */
const WAIT_MS = 4000
/** The businesses of so many callers are known. */
const KNOWN = 20_000

/**
 * Looks up who a request is of, in turn by business: to find the session costs a statement of its own, so that the requests of one business
 * must not be looked up before those of all others. Callers whose business is not known yet, and those of none, share turns.
 */
export function createCallerTurns(databasePool: number) {
  const turns = createTenantTurns({
    atOnce: Math.max(2, Math.floor(databasePool / 2)),
    ofOne: Math.max(1, Math.floor(databasePool / 4)),
    waitMs: WAIT_MS,
  })
  const businesses = new Map<string, string>()
  return {
    /** Throws unavailable where the business has too many requests before this one. */
    lookUp: async <Who extends { tenant: { id: string } | null }>(
      request: FastifyRequest,
      find: () => Promise<Who>,
    ): Promise<Who> => {
      const caller = callerOf(request)
      const endTurn = await turns.take(businesses.get(caller) ?? UNKNOWN).catch((error: unknown) => {
        throw asAppError(error)
      })
      try {
        const who = await find()
        if (who.tenant) keep(businesses, caller, who.tenant.id)
        return who
      } finally {
        endTurn()
      }
    },
  }
}

/** The portal of a guest, else the headers with the session, else the address; hashed, since sessions are secrets and headers long. */
function callerOf({ params, headers, ip }: FastifyRequest): string {
  const { slug } = (params ?? {}) as { slug?: string }
  const known = slug ?? headers.authorization ?? headers.cookie ?? ip
  return createHash('sha256').update(known).digest('base64')
}

function keep(businesses: Map<string, string>, caller: string, tenantId: string): void {
  // Deleting first moves the key to the end: the map's order is the order of last use.
  businesses.delete(caller)
  businesses.set(caller, tenantId)
  if (businesses.size > KNOWN) businesses.delete(businesses.keys().next().value ?? caller)
}
