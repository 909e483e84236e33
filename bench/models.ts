import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { saveApiSettings } from '#contracts/provider/api-settings.ts'
import { SLUGS } from '#test/bulk-rows.ts'
import type { Measurement } from '#test/load/measurement.ts'
import type { Behaviours } from '#test/standin/behaviour.ts'
import { type BenchmarkRun, largestOf, POOL_SIZE } from './benchmark-run.ts'
import { chatOf, guestHeaders } from './http-requests.ts'
import { signInAsOwner, startOnDatabase } from './product-process.ts'
import { ms } from './report.ts'

/** The stand-in's delay before the first sentence and between the words after it, so that answers overlap. */
const FIRST_MS = 300
const BETWEEN_MS = 60
const SLOW = { firstMs: FIRST_MS, betweenMs: BETWEEN_MS }
const CHATS = 50

const QUESTIONS = ['what is your return policy', 'return window for online orders', 'how do I send something back']

/**
 * Measures the time from the acknowledgement of a question until the customer's screen has received the first sentence of a model's
 * answer, less the time the provider took. The provider is a stand-in in a separate process.
 */
export async function measureModels(bench: BenchmarkRun): Promise<void> {
  const { report } = bench
  const standin = await startStandin()
  const product = await startOnDatabase(largestOf(bench), POOL_SIZE, { AI_ORIGIN: standin.url })
  try {
    await saveKeys(product.url)
    const chats = Math.min(CHATS, largestOf(bench).size.guests)
    const measure = (messages: number, perSecond: number) => ask(bench, product.url, { chats, messages, perSecond })
    report.title(`The first sentence of a model, after ${FIRST_MS} ms of the provider (subtracted)`)
    report.head('', 'own p50', 'p95', 'max', 'sent p50', 'missed')
    const row = (name: string, { figures, sinceSent, missed }: FirstSentence) =>
      report.row(name, ms(figures.p50), ms(figures.p95), ms(figures.max), ms(sinceSent.p50), String(missed))

    await standin.set({ openai: SLOW, claude: SLOW })
    // Warm-up: the first question loads the packages and the knowledge.
    await measure(10, 5)
    const busy = await measure(bench.isSmall ? 50 : 400, chats / 3)
    row(`${chats} chats at once`, busy)
    const few = bench.isSmall ? 10 : 60
    const calm = await measure(few, 5)
    row('5 questions a second', calm)
    // One failure, one success: the breaker stays closed, and every second question falls back.
    const turns: Behaviours = Array.from({ length: few }, (_, n) => (n % 2 === 0 ? '500' : SLOW))
    await standin.set({ openai: turns })
    const fallback = await measure(few, 2)
    row('every second one falls back', fallback)
    await standin.set({ openai: '500' })
    await measure(6, 2)
    const open = await measure(few, 5)
    row('first provider with open breaker', open)
    judgeAll(bench, { busy, calm, fallback, open })
  } finally {
    await product.stop()
    standin.stop()
  }
}

/** Times since the message was acknowledged (the acknowledgement has its own budget), and since it was sent. */
type FirstSentence = { figures: Measurement; sinceSent: Measurement; missed: number }

function judgeAll(
  { report, isSmall }: BenchmarkRun,
  all: Record<'busy' | 'calm' | 'fallback' | 'open', FirstSentence>,
): void {
  const { busy, calm, fallback, open } = all
  const judge = (what: string, measured: number, limit: number, missed = 0) =>
    report.judge({
      what,
      measured: `${ms(measured)}${missed > 0 ? `, ${missed} missed` : ''}`,
      budget: `≤ ${limit} ms`,
      isMet: missed > 0 ? false : isSmall ? null : measured <= limit,
    })
  judge('own part of the first sentence, 50 chats, p50', busy.figures.p50, 15, busy.missed)
  judge('own part of the first sentence, 50 chats, p95', busy.figures.p95, 40)
  judge('fallback, p95', fallback.figures.p95, 300, fallback.missed)
  judge('breaker open: p50 beside the first provider’s', open.figures.p50 - calm.figures.p50, 5, open.missed)
}

async function ask(
  bench: BenchmarkRun,
  url: string,
  { chats, messages, perSecond }: { chats: number; messages: number; perSecond: number },
): Promise<FirstSentence> {
  const { received, afterAcknowledgement, missed } = await bench.workers.streams({
    url,
    texts: QUESTIONS,
    wait: 'answer',
    screens: Array.from({ length: chats }, (_, n) => ({
      path: `${chatOf(n, 'ai').path}/stream`,
      headers: guestHeaders(n),
    })),
    senders: Array.from({ length: chats }, (_, n) => {
      const { conversationId, path } = chatOf(n, 'ai')
      return { conversationId, path: `${path}/messages`, headers: guestHeaders(n) }
    }),
    messages,
    perSecond,
    receivers: 1,
  })
  return { sinceSent: withoutProviderTime(received), figures: withoutProviderTime(afterAcknowledgement), missed }
}

const withoutProviderTime = (all: Measurement): Measurement => {
  const without = (value: number) => value - FIRST_MS
  return { ...all, p50: without(all.p50), p95: without(all.p95), p99: without(all.p99), max: without(all.max) }
}

/** Stores keys of two providers, without budgets, which the bench would exceed. */
async function saveKeys(url: string): Promise<void> {
  const response = await fetch(`${url}${saveApiSettings.path}`, {
    method: saveApiSettings.method,
    headers: { 'content-type': 'application/json', cookie: await signInAsOwner(url, SLUGS.live), origin: url },
    body: JSON.stringify({
      providers: [
        { provider: 'openai', key: 'sk-bench' },
        { provider: 'claude', key: 'sk-bench' },
      ],
      budgets: { guestDailyCents: null, tenantDailyCents: null, cheaperFromPercent: 80 },
    }),
  })
  if (!response.ok) throw new Error(`the keys were refused: ${response.status} ${await response.text()}`)
}

async function startStandin() {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/test/standin/main.ts'], {
    cwd: new URL('..', import.meta.url).pathname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const url = /http:\S+/.exec(line.toString())?.[0] ?? ''
  return {
    url,
    set: async (behaviours: Record<string, Behaviours>) => {
      for (const [provider, behaviour] of Object.entries(behaviours))
        await fetch(`${url}/_/behaviour`, { method: 'POST', body: JSON.stringify({ provider, behaviour }) })
    },
    stop: () => child.kill('SIGTERM'),
  }
}
