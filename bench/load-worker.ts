import { runStreams } from '#test/load/streams.ts'
import { runLoads } from './load.ts'
import type { Task, TaskResult } from './load-workers.ts'
import { startMinimalServer } from './minimal-server.ts'

/** A process that sends load, holds streams or runs the minimal server, so that their work is not part of the server's process. */
const sendResult = (result: TaskResult): void => {
  process.send?.(result)
}

const runTask = async (task: Task): Promise<unknown> => {
  if (task.kind === 'load') return runLoads(task.loads)
  if (task.kind === 'streams') return runStreams(task.streams)
  return startMinimalServer(task.routes)
}

process.on('message', (task: Task) => {
  runTask(task).then(
    (done) => sendResult({ done }),
    (error: unknown) => sendResult({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
