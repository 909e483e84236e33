import { parentPort } from 'node:worker_threads'
import { htmlToMarkdown } from './html.ts'

/** A message of the thread; `failed`: elements are nested so deeply that the conversion ran out of stack. */
export type MarkdownMessage = { type: 'read'; markdown: string } | { type: 'failed'; message: string }

parentPort?.once('message', (html: string) => {
  const post = (message: MarkdownMessage) => parentPort?.postMessage(message)
  htmlToMarkdown(html).then(
    (markdown) => post({ type: 'read', markdown }),
    (error: unknown) => post({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
  )
})
