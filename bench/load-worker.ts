import { runLoads } from './load.ts'
import type { Task, TaskResult } from './load-workers.ts'
import { startMinimalServer } from './minimal-server.ts'
import { runStreams } from './streams.ts'

/** A process that sends load, holds streams or is the bare route, so that the server's process is measured and not this. */
const sendResult = (answer: TaskResult): void => {
  process.send?.(answer)
}

const runTask = async (order: Task): Promise<unknown> => {
  if (order.kind === 'load') return runLoads(order.loads)
  if (order.kind === 'streams') return runStreams(order.streams)
  return startMinimalServer(order.routes)
}

process.on('message', (order: Task) => {
  runTask(order).then(
    (done) => sendResult({ done }),
    (error: unknown) => sendResult({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
