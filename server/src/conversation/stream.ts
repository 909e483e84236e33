import type { ConversationId, MessageId } from '#contracts/ids.ts'
import type { LiveEvent } from '#contracts/live-event.ts'
import type { Guest } from '#server/platform/actor.ts'
import type { ReadReference } from '#server/platform/live/hub.ts'
import type { Stream } from '#server/platform/live/sse.ts'
import { type Platform, type Tenant, tenantOf } from '#server/platform/platform.ts'
import { filesOf } from './files.ts'
import { getConversation, getCurrentConversation } from './load.ts'
import { forCustomer, presentConversation, presentMessage } from './present.ts'
import { findMessage, listChangedMessages } from './queries.ts'

/** The maximum number of replayed messages; beyond it the client reads the thread again, which is cheaper. */
const MAX_REPLAY = 200

type BufferedEvent = { event: LiveEvent; id: string | null }

/** An event without what only the team sees. */
const customersView = (event: LiveEvent): LiveEvent =>
  'message' in event ? { ...event, message: forCustomer(event.message) } : event

/**
 * Streams one conversation of the guest: first the events after `afterSeq`, then everything new, without a gap and in order
 * (it subscribes before it reads the database, and buffers the live events that arrive meanwhile).
 */
export async function followConversation(
  tenant: Tenant,
  actor: Guest,
  conversationId: ConversationId,
  afterSeq: number | null,
  openStream: () => Stream,
): Promise<void> {
  await tenant.read((t) => getConversation(t, actor, conversationId))
  const stream = openStream()
  const { live } = tenant.platform
  const follower = createFollower({ tenant, actor, conversationId, stream, isInOrder: live.isInOrder }, afterSeq)
  const unsubscribe = live.listen({
    tenantId: tenant.id,
    conversationId,
    principal: { guestId: actor.guestId, ...(actor.customer?.userId ? { userId: actor.customer.userId } : {}) },
    admission: stream.admission,
    deliver: (event, id) => follower.deliver({ event, id }),
    end: stream.end,
  })
  stream.onEnd(unsubscribe)
  await follower.readOn()
}

type Following = {
  tenant: Tenant
  actor: Guest
  conversationId: ConversationId
  stream: Stream
  /** Whether live events come in the order of their commits. */
  isInOrder: boolean
}

/** Sends each event once and in order, whether it is read or arrives. */
function createFollower({ tenant, actor, conversationId, stream, isInOrder }: Following, afterSeq: number | null) {
  let buffered: BufferedEvent[] = []
  let isCaughtUp = false
  let readUpTo = afterSeq ?? 0
  let sentUpTo: number | null = afterSeq
  const pass = ({ event, id }: BufferedEvent): void => {
    // An event that was read from the database may arrive live a moment later. Several events may have one number: those of one change.
    if (id !== null && Number(id) <= readUpTo) return
    stream.send(customersView(event), id)
    if (id !== null) sentUpTo = Math.max(sentUpTo ?? 0, Number(id))
  }
  /** Reads what is stored, then sends what arrived meanwhile. */
  const readOn = async (): Promise<void> => {
    isCaughtUp = false
    try {
      readUpTo = await catchUp(tenant, actor, conversationId, sentUpTo, stream)
      sentUpTo = readUpTo
      isCaughtUp = true
      const waiting = buffered
      buffered = []
      for (const one of waiting) deliver(one)
    } catch (error) {
      tenant.platform.log.warn({ err: error }, 'a stream could not catch up')
      stream.end()
    }
  }
  /** One before it may have been lost on its way, or come later: it is read, since the client resumes after the last one it got. */
  const isAhead = (id: string | null): boolean => !isInOrder && id !== null && Number(id) > (sentUpTo ?? 0) + 1
  const deliver = (one: BufferedEvent): void => {
    if (isCaughtUp && !isAhead(one.id)) {
      pass(one)
      return
    }
    buffered.push(one)
    if (isCaughtUp) void readOn()
  }
  return { deliver, readOn }
}

async function catchUp(
  tenant: Tenant,
  actor: Guest,
  conversationId: ConversationId,
  afterSeq: number | null,
  stream: Stream,
): Promise<number> {
  const { row, missed, files, isLedOn } = await tenant.read(async (t) => {
    const row = await getConversation(t, actor, conversationId)
    const isLedOn = row.mergedIntoId !== null && (await getCurrentConversation(t, actor, row.id)).id !== row.id
    const changed =
      afterSeq === null
        ? []
        : await listChangedMessages(t, conversationId, afterSeq, { withNotes: false, limit: MAX_REPLAY + 1 })
    // A message that was appended after the row was read reaches this stream as its live event, in order.
    const missed = changed.filter((message) => message.changedSeq <= row.seq)
    return {
      row,
      isLedOn,
      missed,
      files: await filesOf(
        t,
        missed.map((message) => message.id),
      ),
    }
  })
  // The thread that is read again is the one it was merged into.
  if (isLedOn || (afterSeq !== null && (missed.length > MAX_REPLAY || afterSeq > row.seq))) {
    stream.send({ type: 'resync' }, String(row.seq))
    return row.seq
  }
  for (const message of missed) {
    const view = forCustomer(presentMessage(message, files.get(message.id)))
    const type = message.changedSeq === message.seq ? 'message.created' : 'message.changed'
    stream.send({ type, conversationId, ticketId: row.ticketId, message: view }, String(message.changedSeq))
  }
  stream.send({ type: 'conversation.changed', conversation: presentConversation(row) }, String(row.seq))
  return row.seq
}

/** Reads a message that was too long for its database notification. */
export const readMessageReference =
  (platform: Platform): ReadReference =>
  async (packet) => {
    const { ref, tenantId } = packet
    if (ref.type !== 'message.created' && ref.type !== 'message.changed') return null
    const type = ref.type
    return tenantOf(platform, tenantId).read(async (t) => {
      const message = await findMessage(t, ref.messageId as MessageId)
      if (!message) return null
      const conversation = await getConversation(t, { kind: 'system' }, message.conversationId)
      const files = await filesOf(t, [message.id])
      const view = presentMessage(message, files.get(message.id))
      return { type, conversationId: conversation.id, ticketId: conversation.ticketId, message: view }
    })
  }
