import { setTimeout as wait } from 'node:timers/promises'
import { streamGuestConversation } from '#contracts/conversation/guest-conversation.ts'
import { clientOf, type LiveStream, pathOf } from '#test/client.ts'
import type { Business } from './businesses.ts'
import { ask, readList, reply } from './requests.ts'

/** What a person waits for. */
export const WAITS = ['answer', 'list', 'reply'] as const
export type Waits = (typeof WAITS)[number]

/** How often each business does it, in milliseconds between two. */
export const EVERY_MS: Record<Waits, number> = { answer: 15_000, list: 4000, reply: 15_000 }
/** What nobody waits for is not measured; the loud business multiplies it all the same. */
export const MAIL_EVERY_MS = 15_000

/** An answer that is not there by then counts as one that took so long, and as failed. */
const LATEST_MS = 20_000

/** The times of each kind in milliseconds, from when it was due, and how many failed. */
export type Times = { ms: Record<Waits, number[]>; failed: number }

type Watched = { business: Business; stream: LiveStream }

/** Opens each business's stream of its first chat. */
export async function watchChats(url: string, businesses: readonly Business[]): Promise<Watched[]> {
  const watched: Watched[] = []
  for (const business of businesses) {
    const [chat] = business.chats
    if (!chat) throw new Error('the business has no chat')
    const path = pathOf(streamGuestConversation, {
      params: { slug: business.slug, conversationId: chat.conversationId },
      query: { after: 0 },
    })
    const stream = await clientOf(url, { authorization: chat.authorization }).stream(path)
    watched.push({ business, stream })
  }
  return watched
}

/** Every business does what is usual for so many seconds, each at moments of its own. */
export async function measureUsual(url: string, watched: readonly Watched[], seconds: number): Promise<Times> {
  const times: Times = { ms: { answer: [], list: [], reply: [] }, failed: 0 }
  const until = performance.now() + seconds * 1000
  const repeat = async (what: Waits, phase: number, run: (n: number) => Promise<unknown>) => {
    const running: Promise<void>[] = []
    const began = performance.now() + phase * EVERY_MS[what]
    for (let n = 0; ; n += 1) {
      const due = began + n * EVERY_MS[what]
      if (due > until) break
      await wait(Math.max(0, due - performance.now()))
      const one = run(n).then(
        () => void times.ms[what].push(performance.now() - due),
        () => {
          times.failed += 1
          times.ms[what].push(LATEST_MS)
        },
      )
      running.push(one)
      // A customer reads the answer before the next question.
      if (what === 'answer') await one
    }
    await Promise.all(running)
  }
  await Promise.all(
    watched.flatMap(({ business, stream }, at) => [
      repeat('answer', at / watched.length, () => answered(url, business, stream)),
      repeat('list', (at * 0.37) % 1, () => readList(url, business)),
      repeat('reply', (at * 0.61) % 1, (n) => reply(url, business, n)),
    ]),
  )
  return times
}

async function answered(url: string, business: Business, stream: LiveStream): Promise<void> {
  const [chat] = business.chats
  if (!chat) return
  const seq = await ask(url, business, chat)
  const isAnswer = ({ message }: { message: { author: string; seq: number; state: string } }) =>
    message.author === 'assistant' && message.seq > seq && message.state === 'complete'
  await Promise.any([
    stream.waitFor('message.created', isAnswer, LATEST_MS),
    stream.waitFor('message.changed', isAnswer, LATEST_MS),
  ])
}
