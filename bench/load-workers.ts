import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Load } from './load.ts'
import type { Measurement } from './measurement.ts'
import type { FixedReplies } from './minimal-server.ts'
import type { DeliveryTimes, StreamLoad } from './streams.ts'

export type Task =
  | { kind: 'load'; loads: Load[] }
  | { kind: 'streams'; streams: StreamLoad }
  | { kind: 'bare'; routes: FixedReplies }

export type TaskResult = { done: unknown } | { error: string }

function startWorker(): ChildProcess {
  return fork(new URL('./load-worker.ts', import.meta.url), { execArgv: ['--disable-warning=ExperimentalWarning'] })
}

type WatchedWorker = { worker: ChildProcess; gone: Promise<TaskResult> }

const watchExit = (worker: ChildProcess): WatchedWorker => ({
  worker,
  gone: once(worker, 'exit').then(() => ({ error: 'a process of the bench ended' })),
})

async function runTask({ worker, gone }: WatchedWorker, order: Task): Promise<unknown> {
  worker.send(order)
  const ended = new AbortController()
  const said = once(worker, 'message', { signal: ended.signal }).then(([answer]) => answer as TaskResult)
  try {
    const answer = await Promise.race([said, gone])
    if ('error' in answer) throw new Error(answer.error)
    return answer.done
  } finally {
    ended.abort()
    said.catch(() => undefined)
  }
}

/** The bench's processes, ended together. */
export function startWorkers() {
  const sender = watchExit(startWorker())
  const others: WatchedWorker[] = []
  return {
    load: async (load: Load) =>
      ((await runTask(sender, { kind: 'load', loads: [load] })) as Measurement[])[0] as Measurement,
    /** Several in turns, for figures that are to be compared. */
    loads: (loads: Load[]) => runTask(sender, { kind: 'load', loads }) as Promise<Measurement[]>,
    streams: (streams: StreamLoad) => runTask(sender, { kind: 'streams', streams }) as Promise<DeliveryTimes>,
    /** Starts the bare routes in a process of their own and gives their address. */
    bare: (routes: FixedReplies) => {
      const worker = watchExit(startWorker())
      others.push(worker)
      return runTask(worker, { kind: 'bare', routes }) as Promise<string>
    },
    stop: () => {
      for (const { worker } of [sender, ...others]) if (worker.connected) worker.disconnect()
    },
  }
}

export type Workers = ReturnType<typeof startWorkers>
