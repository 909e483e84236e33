import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Log } from '#server/platform/log.ts'
import type { Notification } from './bus.ts'
import { createNatsConnection } from './nats-connection.ts'
import { createPeers } from './peers.ts'

/** The NATS server counts as away where it did not give back this node's own heartbeat for so long. */
const ECHO_MS = 2500

const Message = z.object({
  from: z.string(),
  number: z.int().min(0),
  kind: z.enum(['news', 'beat', 'leave']),
  id: z.string().optional(),
  news: z.tuple([z.string(), z.string()]).optional(),
})
type Message = z.output<typeof Message>

type Parts = {
  url: string
  /** Only nodes with the same master key are believed. */
  key: Buffer
  log: Log
  /** Gets each notification with its id; one may come again. */
  deliver(id: string, notification: Notification): void
  onGap(): void
}

/** This node on the NATS server: what it sends is numbered, so that the others find out what they missed (peers.ts). */
export function createNatsNode({ url, key, log, deliver, onGap }: Parts) {
  const node = randomBytes(6).toString('base64url')
  const peers = createPeers(onGap)
  let address = ''
  let number = 0
  let ids = 0
  let echoedAt = Number.NEGATIVE_INFINITY
  let hasLeft = false

  const receive = (text: string): void => {
    const message = readMessage(key, text)
    if (!message) return
    const { from, number: given, kind, id, news } = message
    if (from === node) echoedAt = performance.now()
    if (kind === 'beat') peers.beat(from, given)
    else if (kind === 'leave') peers.leave(from, given)
    else if (peers.message(from, given) && id && news) deliver(id, news)
  }
  const say = (message: Omit<Message, 'from' | 'number'>): void => {
    connection.send(address, sealed(key, JSON.stringify({ from: node, number, ...message } satisfies Message)))
  }
  const connection = createNatsConnection({ url, log }, receive, () => {
    peers.reset()
    say({ kind: 'beat' })
  })
  return {
    newId: (): string => {
      ids += 1
      return `${node}${ids.toString(36)}`
    },
    /** Whether what is sent now arrives, as far as this node can know. */
    isHealthy: (): boolean => !hasLeft && connection.isOpen() && performance.now() - echoedAt < ECHO_MS,
    whyClosed: connection.whyClosed,
    /** Each is a message of its own: a server takes messages up to a length. */
    send: (id: string, news: readonly Notification[]): void => {
      for (const [at, [channel, payload]] of news.entries()) {
        number += 1
        say({ kind: 'news', id: `${id}.${at}`, news: [channel, payload] })
      }
    },
    /** Takes a number that is never sent: every node finds it missing, and reads again what is stored. */
    skip: (): void => {
      number += 1
    },
    /** Says that this node is there, and looks for those that fell silent. To be called every CHECK_MS. */
    check: (): void => {
      peers.check()
      say({ kind: 'beat' })
    },
    start: (subject: string): void => {
      address = subject
      connection.start(subject)
    },
    stop: async (): Promise<void> => {
      say({ kind: 'leave' })
      hasLeft = true
      await connection.stop()
    },
  }
}

const sealOf = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('base64url')

const sealed = (key: Buffer, text: string): string => `${sealOf(key, text)} ${text}`

/** Null for what no node of this version and with this key sent. */
function readMessage(key: Buffer, given: string): Message | null {
  const [seal = ''] = given.split(' ', 1)
  const text = given.slice(seal.length + 1)
  const own = Buffer.from(sealOf(key, text))
  if (own.length !== seal.length || !timingSafeEqual(own, Buffer.from(seal))) return null
  try {
    return Message.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
