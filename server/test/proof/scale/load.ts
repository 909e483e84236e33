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
  /** How often each status was replied, as `201: 410, 503 of the proxy: 3`. */
  statuses: string
  /** Those that were refused or got no reply. */
  failed: number
  lastFailureAt: number
  unansweredMs: number
}

type Load = { stop(): Promise<Loaded> }

/** Writers write one after the other and send again what was not acknowledged. */
export function startLoad(site: Site, url: string): Load {
  const counts = new Map<string, number>()
  let [isOver, failed, lastFailureAt, unansweredMs, giveUpAt] = [false, 0, 0, 0, 0]
  let refusal = ''
  const desk = { url, slug: site.slug, acknowledged: site.acknowledged, onRefused: (text: string) => (refusal = text) }
  const send = async (writer: Writer) => {
    const began = performance.now()
    const status = statusText(await sendPending(desk, writer), () => refusal)
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
      return { statuses: textOf(counts), failed, lastFailureAt, unansweredMs }
    },
  }
}

/** So many read at once, each one after the other, on connections that stay open as those of browsers and load balancers do. */
const READERS = 4

/** Reads the portal of the business without a pause: what comes while a node ends is among it. */
export function startReaders({ slug }: Site, url: string): Load {
  const counts = new Map<string, number>()
  let [isOver, failed, lastFailureAt, unansweredMs] = [false, 0, 0, 0]
  const read = async (): Promise<string> => {
    try {
      const response = await fetch(`${url}/api/portal/${slug}`)
      const text = await response.text()
      return response.status === 200 ? '200' : statusText(response.status, () => text)
    } catch (error) {
      const { cause } = error as { cause?: { code?: string; message?: string } }
      return `no reply (${cause?.code ?? cause?.message})`
    }
  }
  const loops = Array.from({ length: READERS }, async () => {
    while (!isOver) {
      const began = performance.now()
      const status = await read()
      counts.set(status, (counts.get(status) ?? 0) + 1)
      unansweredMs = Math.max(unansweredMs, performance.now() - began)
      if (status === '200') continue
      failed += 1
      lastFailureAt = performance.now()
      await sleep(100)
    }
  })
  return {
    stop: async () => {
      isOver = true
      await Promise.all(loops)
      return { statuses: textOf(counts), failed, lastFailureAt, unansweredMs }
    },
  }
}

const textOf = (counts: Map<string, number>): string =>
  [...counts]
    .sort()
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ')

/** A node's refusal is an error of the contracts; a proxy's is a page. */
function statusText(status: number | null, refusal: () => string): string {
  if (status === null) return 'no reply'
  if (status === 201) return '201'
  return `${status}${refusal().startsWith('{') ? '' : ' of the proxy'}`
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
