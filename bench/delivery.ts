import { streamDesk } from '#contracts/ticket/desk-stream.ts'
import { idOf, SLUGS } from '#test/bulk-rows.ts'
import type { DeliveryTimes, StreamLoad } from '#test/load/streams.ts'
import { type BenchmarkRun, largestOf } from './benchmark-run.ts'
import { chatOf, guestHeaders } from './http-requests.ts'
import type { Product } from './product-process.ts'
import { ms } from './report.ts'
import { MESSAGE_TEXT } from './sql-statements.ts'

/** Measures the time from sending a message until the open screens have received it. */
export async function measureDelivery(bench: BenchmarkRun, product: Product, cookie: string): Promise<void> {
  const { report, streams } = bench
  report.title(`Delivery of a message to ${streams.toLocaleString('en')} open screens`)
  report.head('', 'received p50', 'p95', 'max', 'sent p95', 'missed', 'duplicated')
  const screens = Math.min(streams, largestOf(bench).size.guests)
  const given = { url: product.url, texts: [MESSAGE_TEXT], wait: 'message' as const }
  const everybody = await bench.workers.streams({
    ...given,
    screens: Array.from({ length: streams }, () => ({ path: streamDesk.path, headers: { cookie } })),
    senders: Array.from({ length: 20 }, (_, n) => ({ ...messages(n, 'human'), headers: guestHeaders(n) })),
    messages: bench.isSmall ? 5 : 40,
    perSecond: 4,
    receivers: streams,
  })
  reportDelivery(bench, 'one message → every desk of the business', everybody)
  const each = await bench.workers.streams({
    ...given,
    screens: Array.from({ length: screens }, (_, n) => ({
      path: `${chatOf(n, 'human').path}/stream`,
      headers: guestHeaders(n),
    })),
    senders: Array.from({ length: screens }, (_, n) => ({
      path: `/api/tickets/${idOf(`ticket ${SLUGS.live}${n}`)}/messages`,
      conversationId: chatOf(n, 'human').conversationId,
      headers: { cookie },
    })),
    messages: bench.isSmall ? 20 : 500,
    perSecond: 50,
    receivers: 1,
  })
  reportDelivery(bench, 'replies at 50/s → each its own customer', each)
}

const messages = (n: number, who: 'human' | 'ai') => {
  const { conversationId, path } = chatOf(n, who)
  return { conversationId, path: `${path}/messages` }
}

function reportDelivery(
  bench: BenchmarkRun,
  name: string,
  { received, acknowledged, missed, duplicated }: DeliveryTimes,
): void {
  const { report } = bench
  report.row(
    name,
    ms(received.p50),
    ms(received.p95),
    ms(received.max),
    ms(acknowledged.p95),
    String(missed),
    String(duplicated),
  )
  const isMet = missed === 0 && duplicated === 0 && (bench.isSmall || received.p95 <= 150)
  report.judge({
    what: `${name}, p95`,
    measured: `${ms(received.p95)}${missed + duplicated > 0 ? `, ${missed} missed, ${duplicated} duplicated` : ''}`,
    budget: '≤ 150 ms',
    isMet,
  })
}

/** Many wordings, since the encoder caches a question that is asked again. */
const QUESTIONS = [
  'return an online order',
  'get a refund',
  'send the goods back',
  'exchange a jacket',
  'cancel my order',
].flatMap((request) => [
  `how long do I have to ${request}`,
  `until when can I ${request}`,
  `what is your policy if I want to ${request}`,
  `I would like to ${request}, is that still possible`,
  `can I ${request} after three weeks`,
  `please tell me how to ${request}`,
  `is there a fee when I ${request}`,
  `${request}: how many days`,
])

/** Measures the time from sending a question until the customer's screen has received the answer of the no-key engine. */
export async function measureAnswers(bench: BenchmarkRun, product: Product): Promise<void> {
  const { report } = bench
  report.title('A question answered without a key')
  report.head('', 'received p50', 'p95', 'max', 'sent p95', 'missed', 'duplicated')
  const count = Math.min(bench.isSmall ? 10 : 200, largestOf(bench).size.guests)
  const chats: StreamLoad = {
    url: product.url,
    texts: QUESTIONS,
    wait: 'answer',
    screens: Array.from({ length: count }, (_, n) => ({
      path: `${chatOf(n, 'ai').path}/stream`,
      headers: guestHeaders(n),
    })),
    senders: Array.from({ length: count }, (_, n) => ({ ...messages(n, 'ai'), headers: guestHeaders(n) })),
    messages: count,
    perSecond: 10,
    receivers: 1,
  }
  // Warm-up: the first question starts the search thread and loads the knowledge.
  await bench.workers.streams({ ...chats, messages: 5 })
  const { received, acknowledged, missed, duplicated } = await bench.workers.streams(chats)
  report.row(
    'question → answer on the screen, 10/s',
    ms(received.p50),
    ms(received.p95),
    ms(received.max),
    ms(acknowledged.p95),
    String(missed),
    String(duplicated),
  )
  report.judge({
    what: 'no-key answer, p95',
    measured: ms(received.p95),
    budget: '≤ 50 ms',
    isMet: bench.isSmall ? missed === 0 : received.p95 <= 50 && missed === 0,
  })
}
