import { randomUUID } from 'node:crypto'
import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'undici'
import { type Measurement, summarize } from './measurement.ts'

type Address = { path: string; headers: Record<string, string> }

/** The screens with an open stream, each at the address of the load or of a node of its own, and the messages sent meanwhile. */
export type StreamLoad = {
  url: string
  screens: (Address & { url?: string })[]
  /** Where messages are sent, in rotation. */
  senders: (Address & { conversationId: string })[]
  texts: string[]
  messages: number
  perSecond: number
  /** What is measured: receipt of the message on every screen that should get it, or of the assistant's answer to it. */
  wait: 'message' | 'answer'
  /** How many screens should receive each message. */
  receivers: number
}

export type DeliveryTimes = {
  /** From sending a message until a screen has received it. */
  received: Measurement
  /** Until the sender has the response. */
  acknowledged: Measurement
  /** From the acknowledgement until a screen has received it; 0 where the screen was earlier. */
  afterAcknowledgement: Measurement
  missed: number
  duplicated: number
}

type Sent = { at: number; acknowledgedAt: number | null; screens: Set<number> }

/** How long after the last message screens may still receive it. */
const MAX_WAIT_MS = 5000
/** Streams opened at once; opening all at once would measure the kernel's accept queue. */
const OPENED_AT_ONCE = 50

/** Opens the streams, sends the messages, and measures when each screen received them. */
export async function runStreams(given: StreamLoad): Promise<DeliveryTimes> {
  const sent = new Map<string, Sent>()
  const received: number[] = []
  const afterAcknowledgement: number[] = []
  let duplicated = 0
  const recordReceipt = (key: string, screen: number): void => {
    const one = sent.get(key)
    if (!one) return
    if (one.screens.has(screen)) duplicated += 1
    else {
      const now = performance.now()
      received.push(now - one.at)
      afterAcknowledgement.push(now - (one.acknowledgedAt ?? now))
    }
    one.screens.add(screen)
  }
  const keyOf = given.wait === 'message' ? sentId : answeredConversation
  const close = await openScreens(given, (event, screen) => {
    const key = keyOf(event)
    if (key) recordReceipt(key, screen)
  })
  const acknowledged = await sendAll(given, sent)
  const wanted = given.messages * given.receivers
  const late = performance.now() + MAX_WAIT_MS
  while (received.length < wanted && performance.now() < late) await wait(20)
  // Time for duplicates to arrive.
  await wait(300)
  close()
  const seconds = given.messages / given.perSecond
  return {
    received: summarize(received, seconds),
    acknowledged: summarize(acknowledged, seconds),
    afterAcknowledgement: summarize(afterAcknowledgement, seconds),
    missed: wanted - received.length,
    duplicated,
  }
}

const CREATED = '"type":"message.created"'

/** Searches the text instead of parsing it, so that a thousand screens in one process do not become the bottleneck. */
const sentId = (event: string): string | null =>
  event.includes(CREATED) ? (/"message":\{"id":"([^"]+)"/.exec(event)?.[1] ?? null) : null

const answeredConversation = (event: string): string | null =>
  event.includes(CREATED) && event.includes('"author":"assistant"') && !event.includes('"kind":"escalation"')
    ? (/"conversationId":"([^"]+)"/.exec(event)?.[1] ?? null)
    : null

/** Opens the streams; `deliver` gets each event as text. Returns what closes them. */
export async function openScreens(
  given: Pick<StreamLoad, 'url' | 'screens'>,
  deliver: (event: string, screen: number) => void,
): Promise<() => void> {
  const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY })
  const enders: (() => void)[] = []
  const open = (address: StreamLoad['screens'][number], screen: number) =>
    new Promise<void>((done, fail) => {
      const request = get(
        `${address.url ?? given.url}${address.path}`,
        { headers: address.headers, agent },
        (reply) => {
          if (reply.statusCode !== 200) return fail(new Error(`a stream was refused: ${reply.statusCode}`))
          let rest = ''
          reply.setEncoding('utf8').on('data', (chunk: string) => {
            const blocks = (rest + chunk).split('\n\n')
            rest = blocks.pop() ?? ''
            for (const block of blocks) deliver(block, screen)
          })
          reply.on('error', () => undefined)
          done()
        },
      )
      request.on('error', fail)
      enders.push(() => request.destroy())
    })
  for (let from = 0; from < given.screens.length; from += OPENED_AT_ONCE) {
    const some = given.screens.slice(from, from + OPENED_AT_ONCE)
    await Promise.all(some.map((address, index) => open(address, from + index)))
  }
  // Customers' streams replay missed messages first.
  await wait(1000)
  return () => {
    for (const end of enders) end()
  }
}

async function sendAll(given: StreamLoad, sent: Map<string, Sent>): Promise<number[]> {
  const connections = Array.from({ length: 16 }, () => new Client(given.url, { pipelining: 1 }))
  const durations: number[] = []
  const running: Promise<void>[] = []
  const began = performance.now()
  for (let n = 0; n < given.messages; n++) {
    const ahead = began + (n * 1000) / given.perSecond - performance.now()
    if (ahead > 1) await wait(ahead)
    running.push(sendOne(given, n, connections[n % connections.length] as Client, sent, durations))
  }
  await Promise.all(running)
  await Promise.all(connections.map((connection) => connection.close()))
  return durations
}

async function sendOne(given: StreamLoad, n: number, connection: Client, sent: Map<string, Sent>, durations: number[]) {
  const sender = given.senders[n % given.senders.length] as StreamLoad['senders'][number]
  const id = randomUUID()
  const at = performance.now()
  const one: Sent = { at, acknowledgedAt: null, screens: new Set() }
  sent.set(given.wait === 'message' ? id : sender.conversationId, one)
  const answer = await connection.request({
    method: 'POST',
    path: sender.path,
    headers: { ...sender.headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      id,
      body: given.texts[n % given.texts.length],
      fileIds: [],
      ...(sender.path.startsWith('/api/tickets') ? { visibility: 'public' } : {}),
    }),
  })
  const text = await answer.body.text()
  if (answer.statusCode >= 300) throw new Error(`a message was refused: ${answer.statusCode} ${text}`)
  one.acknowledgedAt = performance.now()
  durations.push(one.acknowledgedAt - at)
}
