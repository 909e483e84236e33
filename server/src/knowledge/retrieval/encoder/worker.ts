import { parentPort } from 'node:worker_threads'
import { loadEncoder } from './model.ts'
import type { EncodeReply, EncodeRequest } from './protocol.ts'

/*
 * The encoder's thread: one text after the other, questions of customers before texts of the knowledge, so that a customer waits for
 * one text at most.
 */
const urgent: EncodeRequest[] = []
const others: EncodeRequest[] = []
let wake: () => void = () => undefined

const post = (reply: EncodeReply) => parentPort?.postMessage(reply)

parentPort?.on('message', (request: EncodeRequest) => {
  ;(request.urgent ? urgent : others).push(request)
  wake()
})

const encoder = await loadEncoder()
post({ type: 'ready' })
for (;;) {
  const request = urgent.shift() ?? others.shift()
  if (!request) {
    await new Promise<void>((resolve) => {
      wake = resolve
    })
    continue
  }
  const vector = await encoder.encode(request.text).catch(() => null)
  post({ type: 'encoded', id: request.id, vector })
  // Lets messages in: a question may have come meanwhile.
  await new Promise((resolve) => setImmediate(resolve))
}
