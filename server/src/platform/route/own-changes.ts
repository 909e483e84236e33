import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Reader, readAs } from '#server/platform/db/replica/reader.ts'
import { MOST_BEHIND_MS } from '#server/platform/db/replica/replica.ts'
import type { Platform } from '#server/platform/platform.ts'

/** Twice as long as a replica may be behind: the browser counts from the reply on, by a clock of its own. */
const MARK_SECONDS = (2 * MOST_BEHIND_MS) / 1000
const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Marks a browser that has changed something by a cookie, for longer than a replica may be behind. While it has the mark, every read is as
 * new as its changes. Whoever sends a token or a key keeps no cookies, and always reads so. Without a replica no route is changed.
 */
export function readOwnChanges(app: FastifyInstance, platform: Platform): void {
  if (!platform.db.hasReplica) return
  const readers = new WeakMap<FastifyRequest, Reader>()
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function reading(request: FastifyRequest, reply: FastifyReply) {
      const reader = { mayBeStale: mayBeStale(request), hasChanged: false }
      readers.set(request, reader)
      return readAs(reader, () => handler.call(app, request, reply))
    }
  })
  app.addHook('onSend', (request, reply, _, done) => {
    if (isChange(request, readers.get(request))) reply.header('set-cookie', markOf(platform))
    done()
  })
}

const NAME = 'segue-changed'

const mayBeStale = ({ method, headers }: FastifyRequest): boolean =>
  READING.has(method) && headers.authorization === undefined && !headers.cookie?.includes(`${NAME}=`)

/** Also where it failed: its change may be stored. Of people whom nobody knows only what did change something: most only count a view. */
const isChange = ({ method, caller }: FastifyRequest, reader: Reader | undefined): boolean =>
  reader?.hasChanged || (!READING.has(method) && caller?.actor != null)

const markOf = ({ baseUrl }: Platform): string =>
  `${NAME}=1; Max-Age=${MARK_SECONDS}; Path=/; HttpOnly; SameSite=Lax${baseUrl.startsWith('https:') ? '; Secure' : ''}`
