import { parentPort } from 'node:worker_threads'
import type { Given } from '#server/knowledge/reading/document.ts'
import { decodeText } from '#server/knowledge/reading/plain.ts'
import { Unreadable } from '#server/knowledge/reading/unreadable.ts'
import type { FromReader } from '#server/knowledge/reading/worker.ts'
import { questionsOf } from './page.ts'

/** The reading thread of help pages: one page in, its questions out as passages (the question is the heading). */
async function read({ bytes, charset }: Given): Promise<FromReader> {
  const text = decodeText(bytes, charset)
  if (text === null) throw new Unreadable('binary')
  const questions = await questionsOf(text)
  if (questions.length === 0) throw new Unreadable('empty')
  const passages = questions.map(({ question, answer }) => ({ heading: question, page: null, text: answer }))
  return { type: 'read', document: { title: null, content: '', pages: null, passages, language: null } }
}

parentPort?.once('message', (given: Given) => {
  read(given).then(
    (answer) => parentPort?.postMessage(answer),
    (error: unknown) => {
      const said: FromReader =
        error instanceof Unreadable
          ? { type: 'unreadable', reason: error.reason }
          : { type: 'failed', message: error instanceof Error ? error.message : String(error) }
      parentPort?.postMessage(said)
    },
  )
})
