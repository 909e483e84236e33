import { setTimeout as wait } from 'node:timers/promises'
import { streamGuestConversation } from '#contracts/conversation/guest-conversation.ts'
import {
  cancelDataImport,
  checkDataImport,
  createDataImport,
  getDataImport,
  runDataImport,
  uploadDataImport,
} from '#contracts/data-import/data-import.ts'
import type { BulkChangeId, DataImportId, DataRunId, TicketId, WebhookId } from '#contracts/ids.ts'
import { receiveMail } from '#contracts/inbound-mail/inbound-mail.ts'
import { startTakeOut } from '#contracts/tenant/take-out.ts'
import { cancelBulkChange, startBulkChange } from '#contracts/ticket/bulk-change.ts'
import { createTicket, TicketFilter } from '#contracts/ticket/ticket.ts'
import { createWebhook, deleteWebhook } from '#contracts/webhook/webhook.ts'
import { PASSWORD } from '#server/identity/fixture.ts'
import { handedOver, mailOf } from '#server/inbound-mail/fixture.ts'
import { clientOf, pathOf, signInCookie } from '#test/client.ts'
import { exportLines } from '#test/proof/data/import.ts'
import type { Business } from './businesses.ts'
import { ask, readList, reply } from './requests.ts'
import { EVERY_MS, MAIL_EVERY_MS } from './usual-load.ts'

/** How much louder than the others it is. */
export const TIMES_LOUDER = 100

export type Making = {
  url: string
  business: Business
  round: number
  /** Aborted when it is to end. */
  signal: AbortSignal
  /** Counts what was done, and what was refused or failed with its reason. */
  count(work: Promise<unknown>): Promise<unknown>
}

/** Begins every so many milliseconds, whether the ones before have ended; not more than these are under way. */
async function constantly({ signal, count }: Making, everyMs: number, run: (n: number) => Promise<unknown>) {
  const MOST_UNDER_WAY = 400
  const running = new Set<Promise<unknown>>()
  const began = performance.now()
  for (let n = 0; !signal.aborted; n += 1) {
    await wait(Math.max(0, began + n * everyMs - performance.now()))
    if (running.size >= MOST_UNDER_WAY) continue
    const one: Promise<unknown> = count(run(n)).finally(() => running.delete(one))
    running.add(one)
  }
  await Promise.all(running)
}

const chatAt = ({ chats }: Business, n: number) => chats[n % chats.length] as Business['chats'][number]

const IMPORTED = 10_000

async function importTickets({ url, business, round, signal, count }: Making): Promise<void> {
  const owner = clientOf(url, { cookie: business.cookie })
  const params = { dataImportId: crypto.randomUUID() as DataImportId }
  const ended = async () => {
    for (;;) {
      const { status } = await owner.call(getDataImport, { params })
      if (!['reading', 'checking', 'running'].includes(status)) return
      if (signal.aborted) return void (await owner.call(cancelDataImport, { params }).catch(() => undefined))
      await wait(300)
    }
  }
  await owner.call(createDataImport, { body: { id: params.dataImportId, source: 'zendesk' } })
  const form = new FormData()
  form.append('file', new Blob([...exportLines(IMPORTED, 1 + round * IMPORTED)]), 'tickets.json')
  await count(
    owner.raw(uploadDataImport.path.replace(':dataImportId', params.dataImportId), { method: 'POST', body: form }),
  )
  await ended()
  if (!signal.aborted) await count(owner.call(checkDataImport, { params }))
  await ended()
  if (!signal.aborted) await count(owner.call(runDataImport, { params }))
  await ended()
}

/** Nobody waits for it, so that the others do not do it. */
const CHANGE_EVERY_MS = 60_000
/** A quarter of the imported tickets: at most 10,000 are changed at once. */
const CHANGED = TicketFilter.parse({ statuses: ['waiting'] })

async function changeTickets(making: Making): Promise<void> {
  const owner = clientOf(making.url, { cookie: making.business.cookie })
  const begun: BulkChangeId[] = []
  await constantly(making, CHANGE_EVERY_MS / TIMES_LOUDER, (n) => {
    const id = crypto.randomUUID() as BulkChangeId
    begun.push(id)
    const actions = [{ type: 'set_priority', priority: n % 2 ? 'high' : 'low' } as const]
    const body = { id, actions, selection: { filter: CHANGED } }
    return owner.call(startBulkChange, { body })
  })
  for (const bulkChangeId of begun)
    await owner.call(cancelBulkChange, { params: { bulkChangeId } }).catch(() => undefined)
}

function sendMail({ url, business: { slug } }: Making): Promise<void> {
  const recipient = `support+${slug}@mail.example.com`
  const from = `Ada Park <ada${crypto.randomUUID().slice(0, 8)}@example.org>`
  const mail = mailOf({ to: recipient, from, text: `It has not come. ${crypto.randomUUID()}` })
  return sent(fetch(`${url}${receiveMail.path}`, handedOver(mail, { recipient })))
}

const HANDED_OVER_AT_ONCE = 8

/** Some thousand times the usual load. */
export const WITHOUT_PAUSE = 'mails without a pause'

/** As fast as the server takes them, as a mail server does with what it could not hand over before. */
const sendMailsWithoutPause = async (making: Making): Promise<void> => {
  const handOver = async () => {
    while (!making.signal.aborted) await making.count(sendMail(making))
  }
  await Promise.all(Array.from({ length: HANDED_OVER_AT_ONCE }, handOver))
}

async function sent(answer: Promise<Response>): Promise<void> {
  const response = await answer
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 120)}`)
}

const WEBHOOKS = 8
/** A private address: what is stored is refused without a connection. */
const NOWHERE = 'https://10.0.0.1/'

async function tellWebhooks(making: Making): Promise<void> {
  const owner = clientOf(making.url, { cookie: making.business.cookie })
  const ids = Array.from({ length: WEBHOOKS }, () => crypto.randomUUID() as WebhookId)
  for (const id of ids) await owner.call(createWebhook, { body: { id, url: NOWHERE, events: ['*'] } })
  await constantly(making, EVERY_MS.reply / TIMES_LOUDER, () => {
    const id = crypto.randomUUID() as TicketId
    return owner.call(createTicket, { body: { id, subject: 'Where is my order?', description: 'It has not come.' } })
  })
  for (const webhookId of ids) await owner.call(deleteWebhook, { params: { webhookId } })
}

async function takeOut({ url, business, signal, count }: Making): Promise<void> {
  // A take-out wants a fresh sign-in.
  const owner = clientOf(url, { cookie: await signInCookie(url, business.email, PASSWORD), origin: url })
  await count(owner.call(startTakeOut, { body: { id: crypto.randomUUID() as DataRunId } }))
  while (!signal.aborted) await wait(200)
}

const STREAMS = 4000
/** Usual is one. */
export const MANY_STREAMS = `${STREAMS} open streams`
const OPENED_AT_ONCE = 40

async function openStreams({ url, business, signal, count }: Making): Promise<void> {
  const open = async (first: number) => {
    for (let n = first; n < STREAMS && !signal.aborted; n += OPENED_AT_ONCE) {
      const { authorization, conversationId } = chatAt(business, n)
      const path = pathOf(streamGuestConversation, {
        params: { slug: business.slug, conversationId },
        query: { after: 0 },
      })
      const opened = fetch(`${url}${path}`, { headers: { authorization }, signal }).then(async (response) => {
        if (!response.ok) throw new Error(`${response.status} ${(await response.text()).slice(0, 120)}`)
        response.body?.pipeTo(new WritableStream()).catch(() => undefined)
      })
      await count(opened)
    }
  }
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, (_, first) => open(first)))
  while (!signal.aborted) await wait(100)
}

/** What the loud business does, in this order: its import makes the tickets that it changes later. */
export const LOUD_KINDS: Record<string, (making: Making) => Promise<void>> = {
  'ticket lists': (making) =>
    constantly(making, EVERY_MS.list / TIMES_LOUDER, () => readList(making.url, making.business)),
  'questions to the assistant': (making) =>
    constantly(making, EVERY_MS.answer / TIMES_LOUDER, (n) =>
      ask(making.url, making.business, chatAt(making.business, n)),
    ),
  'replies with mails': (making) =>
    constantly(making, EVERY_MS.reply / TIMES_LOUDER, (n) => reply(making.url, making.business, n)),
  'mails that come in': (making) => constantly(making, MAIL_EVERY_MS / TIMES_LOUDER, () => sendMail(making)),
  [WITHOUT_PAUSE]: sendMailsWithoutPause,
  'an import': importTickets,
  'changes of many tickets': changeTickets,
  webhooks: tellWebhooks,
  'a take-out': takeOut,
  [MANY_STREAMS]: openStreams,
}
