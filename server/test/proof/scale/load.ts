import { setTimeout as sleep } from 'node:timers/promises'
import { streamGuestConversation } from '#contracts/conversation/guest-conversation.ts'
import { seededRandom } from '#server/demo/seeded-random.ts'
import { clientOf, pathOf } from '#test/client.ts'
import { nextWrite, sendPending, type Writer } from '#test/proof/writes.ts'
import { type Follower, follow } from './bus/follow.ts'
import type { Site } from './site.ts'

/** Of a writer between two messages: nobody writes faster, and answers that wait behind more of them than the machine can give say nothing about a fault. */
const PAUSE_MS = 500
/** So long a write that was not acknowledged is sent again after the end of the load. */
const GIVE_UP_MS = 30_000

export type Loaded = {
  /** How often each status was replied to a write, as `201: 410, 503: 3`. */
  statuses: string
  /** Those that were not acknowledged. */
  failed: number
  lastFailureAt: number
  unansweredMs: number
}

type Load = { stop(): Promise<Loaded> }

/** Writers write one after the other and send again what was not acknowledged. */
export function startLoad(site: Site, url: string): Load {
  const counts = new Map<string, number>()
  let [isOver, failed, lastFailureAt, unansweredMs, giveUpAt] = [false, 0, 0, 0, 0]
  const desk = { url, slug: site.slug, acknowledged: site.acknowledged }
  const send = async (writer: Writer) => {
    const began = performance.now()
    const status = String((await sendPending(desk, writer)) ?? 'no reply')
    const now = performance.now()
    unansweredMs = Math.max(unansweredMs, now - began)
    counts.set(status, (counts.get(status) ?? 0) + 1)
    if (status === '201') return sleep(PAUSE_MS)
    lastFailureAt = now
    failed += 1
    await sleep(100)
  }
  const loops = site.writers.map(async (writer, n) => {
    const random = seededRandom(`load ${n}`)
    while (!isOver || (writer.pending && performance.now() < giveUpAt)) {
      writer.pending ??= nextWrite(writer, n, random)
      await send(writer)
    }
  })
  return {
    stop: async () => {
      isOver = true
      giveUpAt = performance.now() + GIVE_UP_MS
      await Promise.all(loops)
      const statuses = [...counts].sort().map(([status, count]) => `${status}: ${count}`)
      return { statuses: statuses.join(', '), failed, lastFailureAt, unansweredMs }
    },
  }
}

/** Follows a writer's chat as a browser does, from its first message on. */
export function followChat({ slug }: Site, url: string, writer: Writer): Follower {
  const guest = clientOf(url, { authorization: `Bearer ${writer.token}` })
  return follow(
    guest,
    pathOf(streamGuestConversation, { params: { slug, conversationId: writer.conversationId } }),
    '0',
  )
}
