import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isMemberOf } from '#server/identity/service.ts'
import { notFound } from '#server/platform/errors.ts'
import { type Platform, type Tenant, tenantOf } from '#server/platform/platform.ts'
import { processState } from '#server/platform/process-state.ts'
import { addressKey } from '#server/platform/route/rates.ts'
import { deriveKey } from '#server/platform/secrets/encrypt.ts'
import { isBot } from './bots.ts'
import { findArticleId, type Reading, storeReadings } from './queries.ts'

/** Readings wait so long for others, so that an article that many read at once is written once and not once for each of them. */
const GATHER_MS = 5000
/** Most readings that wait. While the database is away, more of them are not counted. */
const MOST_WAITING = 50_000
/** Most readings of one business that one transaction writes. */
const BATCH = 5000

/**
 * Counts the sender of a request as a reader of a published article, once a day. Bots and signed-in members of the business do not count. The
 * reader is a hash whose key changes with the day; no address is stored. What a process that is killed has gathered is lost.
 * Throws not_found.
 */
export async function countReading(tenant: Tenant, slug: string, request: FastifyRequest): Promise<void> {
  const { platform } = tenant
  const article = await tenant.read((t) => findArticleId(t, slug.replaceAll('\0', '')))
  if (!article) throw notFound('article')
  const agent = request.headers['user-agent'] ?? ''
  if (isBot(agent) || (await isMemberOf(platform, request, tenant.id))) return
  const day = platform.clock.now().toISOString().slice(0, 10)
  const reader = createHmac('sha256', deriveKey(platform.masterKey, `article readers ${day}`))
    .update(`${tenant.id} ${addressKey(request.ip)} ${agent}`)
    .digest('base64url')
    .slice(0, 22)
  platform.state(waitingReadings).add(tenant, { article, day, reader })
}

/** Writes the readings that wait in this process. */
export const writeReadings = (platform: Platform): Promise<void> => platform.state(waitingReadings).write()

const waitingReadings = processState('readings of articles', createWaitingReadings, (one) => one.close())

function createWaitingReadings(platform: Platform) {
  /** By business, each reading once. */
  let waiting = new Map<Tenant['id'], Map<string, Reading>>()
  let count = 0
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  const add = (id: Tenant['id'], reading: Reading) => {
    const ofTenant = waiting.get(id) ?? new Map<string, Reading>()
    waiting.set(id, ofTenant)
    const key = `${reading.day} ${reading.article} ${reading.reader}`
    if (count >= MOST_WAITING || ofTenant.has(key)) return
    ofTenant.set(key, reading)
    count += 1
    timer ??= setTimeout(() => void write(), GATHER_MS).unref()
  }
  const writeAll = async () => {
    if (timer) clearTimeout(timer)
    timer = null
    const given = waiting
    waiting = new Map()
    count = 0
    for (const [id, ofTenant] of given) {
      const readings = [...ofTenant.values()]
      for (let from = 0; from < readings.length; from += BATCH) {
        const batch = readings.slice(from, from + BATCH)
        await tenantOf(platform, id)
          .tx((t) => storeReadings(t, batch))
          .catch((error: unknown) => {
            platform.log.warn({ err: error }, 'readings of articles could not be written; they are tried again')
            for (const reading of batch) add(id, reading)
          })
      }
    }
  }
  // One after the other: a reading that is written twice at the same time would wait for itself.
  const write = () => {
    writing = writing.then(writeAll)
    return writing
  }
  return {
    add: (tenant: Tenant, reading: Reading) => add(tenant.id, reading),
    write,
    close: async () => {
      await write()
      if (timer) clearTimeout(timer)
    },
  }
}
