import { setTimeout as sleep } from 'node:timers/promises'
import { streamGuestConversation } from '#contracts/conversation/guest-conversation.ts'
import type { MessageId, TicketId } from '#contracts/ids.ts'
import { getTicketReport } from '#contracts/report/report.ts'
import { listTickets, sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { seededRandom } from '#server/demo/seeded-random.ts'
import { clientOf, type LiveStream, pathOf, signInCookie } from '#test/client.ts'
import { nextWrite, sendPending, type Writer } from '#test/proof/writes.ts'
import type { Site } from './site.ts'

/** How long each main action took, in milliseconds, and how often it failed. */
export type Worked = {
  timings: Map<string, number[]>
  failures: Map<string, number>
  /** Live events of acknowledged messages that did not reach the customer's stream, or more than once. */
  missed: number
  doubled: number
}

const EVENT_LIMIT_MS = 10_000
/** Far fewer than in practice, so that there are enough sign-ins to compare. */
const READS_OF_A_SESSION = 2

/** Guests and members do the main actions at a node for some seconds: chats, tickets, sign-in, lists, reports, replies, live events. */
export async function work(site: Site, url: string, seconds: number): Promise<Worked> {
  const worked: Worked = { timings: new Map(), failures: new Map(), missed: 0, doubled: 0 }
  const until = performance.now() + seconds * 1000
  const members = site.writers.filter((_, n) => n % 4 === 0)
  await Promise.all([
    ...site.writers.map((writer, n) => workAsGuest({ site, url, until, worked }, writer, n)),
    ...members.map(() => workAsMember({ site, url, until, worked })),
  ])
  return worked
}

type Working = { site: Site; url: string; until: number; worked: Worked }

async function timed<T>({ timings, failures }: Worked, name: string, run: () => Promise<T>): Promise<T | null> {
  const began = performance.now()
  try {
    const result = await run()
    timings.set(name, [...(timings.get(name) ?? []), performance.now() - began])
    return result
  } catch (error) {
    const what = `${name}: ${error instanceof Error ? error.message.slice(0, 80) : error}`
    failures.set(what, (failures.get(what) ?? 0) + 1)
    return null
  }
}

async function workAsGuest({ site, url, until, worked }: Working, writer: Writer, index: number): Promise<void> {
  const random = seededRandom(`scale ${index} ${writer.sent}`)
  const desk = { url, slug: site.slug, acknowledged: site.acknowledged }
  const send = async () => {
    const status = await sendPending(desk, writer)
    if (status !== 201) throw new Error(`status ${status}`)
  }
  while (writer.pending) await timed(worked, 'chat', send)
  const params = { slug: site.slug, conversationId: writer.conversationId }
  const guest = clientOf(url, { authorization: `Bearer ${writer.token}` })
  const stream = await guest.stream(pathOf(streamGuestConversation, { params }))
  // What was written before it is in the thread, which a client reads then, and comes as no event.
  await stream.waitFor('conversation.changed')
  const sent: string[] = []
  while (performance.now() < until) {
    writer.pending ??= nextWrite(writer, index, random)
    const { kind, id } = writer.pending
    const arrived = kind === 'message' ? timed(worked, 'live event', () => arrival(stream, id)) : null
    await timed(worked, kind, send)
    if (kind === 'message' && !writer.pending) sent.push(id)
    await arrived
  }
  await sleep(1000)
  const received = stream.received.flatMap(({ event }) => (event.type === 'message.created' ? [event.message.id] : []))
  for (const id of sent) {
    const times = received.filter((one) => one === id).length
    if (times === 0) worked.missed += 1
    if (times > 1) worked.doubled += 1
  }
  stream.close()
}

const arrival = (stream: LiveStream, id: string) =>
  stream.waitFor('message.created', ({ message }) => message.id === id, EVENT_LIMIT_MS)

async function workAsMember({ site, url, until, worked }: Working): Promise<void> {
  while (performance.now() < until) {
    const cookie = await timed(worked, 'sign-in', () => signInCookie(url, site.email, site.password))
    const member = clientOf(url, { cookie: cookie ?? '', origin: url })
    for (let n = 0; n < READS_OF_A_SESSION && performance.now() < until; n += 1) {
      await timed(worked, 'ticket list', () => member.call(listTickets))
      await timed(worked, 'report', () => member.call(getTicketReport))
      const ticket = site.acknowledged.findLast(({ kind }) => kind === 'ticket')
      if (!ticket) continue
      const body = {
        id: crypto.randomUUID() as MessageId,
        body: 'Thank you.',
        visibility: 'note',
        fileIds: [],
      } as const
      const params = { ticketId: ticket.id as TicketId }
      await timed(worked, 'reply', () => member.call(sendTicketMessage, { params, body: { ...body, fileIds: [] } }))
    }
  }
}

const at = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0

/** Median and 95th percentile of each action. */
export const percentiles = ({ timings }: Worked): Map<string, { count: number; median: number; p95: number }> =>
  new Map(
    [...timings].map(([name, all]) => {
      const sorted = all.toSorted((a, b) => a - b)
      return [name, { count: sorted.length, median: at(sorted, 0.5), p95: at(sorted, 0.95) }]
    }),
  )

/** Adds up what was done in several turns. */
export function together(turns: readonly Worked[]): Worked {
  const sum: Worked = { timings: new Map(), failures: new Map(), missed: 0, doubled: 0 }
  for (const { timings, failures, missed, doubled } of turns) {
    for (const [name, all] of timings) sum.timings.set(name, [...(sum.timings.get(name) ?? []), ...all])
    for (const [name, count] of failures) sum.failures.set(name, (sum.failures.get(name) ?? 0) + count)
    sum.missed += missed
    sum.doubled += doubled
  }
  return sum
}
