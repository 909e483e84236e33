import { parentPort } from 'node:worker_threads'
import { loadEncoder } from './model.ts'
import type { EncodeReply, EncodeRequest } from './protocol.ts'

/*
 * The encoder thread: encodes one text after the other, questions of customers before texts of the knowledge, so that a question waits
 * for one text at most. It pauses between texts of the knowledge, so that a long document does not occupy a core.
 */
const questions: EncodeRequest[] = []
const texts: EncodeRequest[] = []
/** The pause as a share of the time the last text took. */
const PAUSE_SHARE = 0.5
const MAX_PAUSE_MS = 10
let pauseUntil = 0
let wake: () => void = () => undefined

const post = (reply: EncodeReply) => parentPort?.postMessage(reply)

parentPort?.on('message', (request: EncodeRequest) => {
  ;(request.urgent ? questions : texts).push(request)
  wake()
})

/** The next text: a question at once, another one after the pause. */
async function takeNext(): Promise<EncodeRequest> {
  for (;;) {
    const question = questions.shift()
    if (question) return question
    const pauseMs = pauseUntil - performance.now()
    const other = pauseMs <= 0 ? texts.shift() : undefined
    if (other) return other
    const { promise, resolve } = Promise.withResolvers<void>()
    wake = resolve
    const timer = texts.length > 0 ? setTimeout(resolve, pauseMs) : undefined
    await promise
    clearTimeout(timer)
  }
}

const encoder = await loadEncoder()
post({ type: 'ready' })
for (;;) {
  const { id, text, urgent: isQuestion } = await takeNext()
  const started = performance.now()
  const vector = await encoder.encode(text).catch(() => null)
  post({ type: 'encoded', id, vector })
  const now = performance.now()
  if (!isQuestion) pauseUntil = now + Math.min(MAX_PAUSE_MS, PAUSE_SHARE * (now - started))
  // Receives messages: a question may have arrived meanwhile.
  await new Promise((resolve) => setImmediate(resolve))
}
