import { setTimeout as sleep } from 'node:timers/promises'
import { QUESTION, sendPending, type Writer } from '#test/proof/writes.ts'
import { followChat } from './load.ts'
import type { Site } from './site.ts'

/** A customer follows a chat and asks in it, as often as it takes until the question is stored: true once its answer came as a live event. */
export async function isAnswered(site: Site, url: string, writer: Writer, limitMs: number): Promise<boolean> {
  const desk = { url, slug: site.slug, acknowledged: site.acknowledged }
  const until = performance.now() + limitMs
  while (writer.pending && (await sendPending(desk, writer)) !== 201) await sleep(100)
  const id = crypto.randomUUID()
  writer.pending = { kind: 'message', id, conversationId: writer.conversationId, text: `${QUESTION} ${id}` }
  const follower = followChat(site, url, writer)
  try {
    while (writer.pending && (await sendPending(desk, writer)) !== 201) await sleep(100)
    while (performance.now() < until) {
      const asked = follower.seen.findIndex((message) => message.id === id)
      if (asked >= 0 && follower.seen.slice(asked).some(({ author }) => author === 'assistant')) return true
      await sleep(20)
    }
    return false
  } finally {
    await follower.stop()
  }
}
