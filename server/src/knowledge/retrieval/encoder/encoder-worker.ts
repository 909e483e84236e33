import { parentPort } from 'node:worker_threads'
import { loadEncoder } from './model.ts'
import type { EncodeReply, EncodeRequest } from './protocol.ts'

/*
 * The encoder's thread: one text after the other, questions of customers before texts of the knowledge, so that a customer waits for
 * one text at most. Between texts of the knowledge it rests: a long document must not keep a core from those who are served.
 */
const urgent: EncodeRequest[] = []
const others: EncodeRequest[] = []
/** Of the time a text of the knowledge took. */
const REST = 0.5
const MAX_REST_MS = 10
let restUntil = 0
let wake: () => void = () => undefined

const post = (reply: EncodeReply) => parentPort?.postMessage(reply)

parentPort?.on('message', (request: EncodeRequest) => {
  ;(request.urgent ? urgent : others).push(request)
  wake()
})

/** The next text: a question at once, another after the rest. */
async function next(): Promise<EncodeRequest> {
  for (;;) {
    const question = urgent.shift()
    if (question) return question
    const restMs = restUntil - performance.now()
    const other = restMs <= 0 ? others.shift() : undefined
    if (other) return other
    const { promise, resolve } = Promise.withResolvers<void>()
    wake = resolve
    const timer = others.length > 0 ? setTimeout(resolve, restMs) : undefined
    await promise
    clearTimeout(timer)
  }
}

const encoder = await loadEncoder()
post({ type: 'ready' })
for (;;) {
  const { id, text, urgent: isQuestion } = await next()
  const started = performance.now()
  const vector = await encoder.encode(text).catch(() => null)
  post({ type: 'encoded', id, vector })
  const now = performance.now()
  if (!isQuestion) restUntil = now + Math.min(MAX_REST_MS, REST * (now - started))
  // Lets messages in: a question may have come meanwhile.
  await new Promise((resolve) => setImmediate(resolve))
}
