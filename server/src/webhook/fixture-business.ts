import { expect, vi } from 'vitest'
import type { MessageId, TicketId, WebhookId } from '#contracts/ids.ts'
import { createTicket, sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { createWebhook, listDeliveries, listWebhooks } from '#contracts/webhook/webhook.ts'
import type { Overrides } from '#server/platform/build.ts'
import { outgoing } from '#server/platform/http/outgoing.ts'
import { createLog } from '#server/platform/log.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { type Receiver, startReceiver } from './fixture-receiver.ts'
import { sendWebhooks } from './jobs.ts'

export const LONG = { timeout: 30_000, interval: 30 }
export const HOUR_MS = 3_600_000

/** The time, which a test moves. */
export const movableClock = () => {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    move: (ms: number) => {
      ahead += ms
    },
  }
}
type MovableClock = ReturnType<typeof movableClock>

/** A server that may call this machine, where the receivers are. */
export const startSending = (clock: Overrides['clock']): Promise<Harness> => {
  const http = outgoing({ log: createLog('silent'), allowLoopback: true })
  return startHarness({ overrides: { http, ...(clock ? { clock } : {}) } })
}

export const newId = <Id extends string>() => crypto.randomUUID() as Id

const receivers: Receiver[] = []
export const stopReceivers = async (): Promise<void> => {
  for (const receiver of receivers.splice(0)) await receiver.stop()
}

/** A business whose server is told of these events. */
export async function webhookBusiness(h: Harness, clock: MovableClock, events: string[], url?: string) {
  const receiver = await startReceiver()
  receivers.push(receiver)
  const made = await h.tenant()
  const maya = await h.member(made, 'admin')
  const id = newId<WebhookId>()
  const { secret } = await maya.call(createWebhook, { body: { id, url: url ?? receiver.url, events } })
  const params = { webhookId: id }
  const log = async () => (await maya.call(listDeliveries, { params, query: {} })).items
  const webhook = async () => (await maya.call(listWebhooks, {})).items[0]
  const open = (subject = 'Lamp') =>
    maya.call(createTicket, { body: { id: newId<TicketId>(), subject, description: 'It flickers.' } })
  const write = (ticketId: TicketId, body: string) =>
    maya.call(sendTicketMessage, {
      params: { ticketId },
      body: { id: newId<MessageId>(), body, visibility: 'note', fileIds: [] },
    })
  const has = (count: number) => vi.waitFor(() => expect(receiver.received.length).toBeGreaterThanOrEqual(count), LONG)
  const logged = (state: string) =>
    vi.waitFor(async () => expect((await log()).map((one) => one.state)).toContain(state), LONG)
  const due = async (ms: number) => {
    clock.move(ms)
    await sendWebhooks.run(h.platform)
  }
  return { ...made, maya, id, secret, params, receiver, log, webhook, open, write, has, logged, due }
}
