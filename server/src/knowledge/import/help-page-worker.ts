import { parentPort } from 'node:worker_threads'
import { decodeText } from '#server/knowledge/parsing/decode-text.ts'
import { parseHtml } from '#server/knowledge/parsing/html.ts'
import type { ParserMessage } from '#server/knowledge/parsing/parser-worker.ts'
import type { DocumentInput } from '#server/knowledge/parsing/types.ts'
import { UnreadableError } from '#server/knowledge/parsing/unreadable-error.ts'
import { extractQuestions } from './help-page.ts'

/** Worker thread that parses one page: its questions come out as passages with the question as heading, its text where it has none. */
async function read({ bytes, charset }: DocumentInput): Promise<ParserMessage> {
  const text = decodeText(bytes, charset)
  if (text === null) throw new UnreadableError('binary')
  const questions = await extractQuestions(text)
  const content = questions.length > 0 ? '' : (await parseHtml(text)).markdown
  const passages = questions.map(({ question, answer }) => ({ heading: question, page: null, text: answer }))
  return { type: 'read', document: { title: null, content, pages: null, passages, language: null } }
}

parentPort?.once('message', (given: DocumentInput) => {
  read(given).then(
    (answer) => parentPort?.postMessage(answer),
    (error: unknown) => {
      const failure: ParserMessage =
        error instanceof UnreadableError
          ? { type: 'unreadable', reason: error.reason }
          : { type: 'failed', message: error instanceof Error ? error.message : String(error) }
      parentPort?.postMessage(failure)
    },
  )
})
