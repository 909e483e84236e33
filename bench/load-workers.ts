import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Measurement } from '#test/load/measurement.ts'
import type { DeliveryTimes, StreamLoad } from '#test/load/streams.ts'
import type { Load } from './load.ts'
import type { FixedReplies } from './minimal-server.ts'

export type Task =
  | { kind: 'load'; loads: Load[] }
  | { kind: 'streams'; streams: StreamLoad }
  | { kind: 'minimal-server'; routes: FixedReplies }

export type TaskResult = { done: unknown } | { error: string }

function startWorker(): ChildProcess {
  return fork(new URL('./load-worker.ts', import.meta.url), { execArgv: ['--disable-warning=ExperimentalWarning'] })
}

type WatchedWorker = { worker: ChildProcess; exited: Promise<TaskResult> }

const watchExit = (worker: ChildProcess): WatchedWorker => ({
  worker,
  exited: once(worker, 'exit').then(() => ({ error: 'a process of the bench ended' })),
})

async function runTask({ worker, exited }: WatchedWorker, task: Task): Promise<unknown> {
  worker.send(task)
  const ended = new AbortController()
  const replied = once(worker, 'message', { signal: ended.signal }).then(([answer]) => answer as TaskResult)
  try {
    const answer = await Promise.race([replied, exited])
    if ('error' in answer) throw new Error(answer.error)
    return answer.done
  } finally {
    ended.abort()
    replied.catch(() => undefined)
  }
}

/** The load processes of the bench, ended together. */
export function startWorkers() {
  const sender = watchExit(startWorker())
  const others: WatchedWorker[] = []
  return {
    load: async (load: Load) =>
      ((await runTask(sender, { kind: 'load', loads: [load] })) as Measurement[])[0] as Measurement,
    /** Several loads in alternating rounds, for measurements that are compared with each other. */
    loads: (loads: Load[]) => runTask(sender, { kind: 'load', loads }) as Promise<Measurement[]>,
    streams: (streams: StreamLoad) => runTask(sender, { kind: 'streams', streams }) as Promise<DeliveryTimes>,
    /** Starts the minimal server in a separate process and returns its address. */
    minimalServer: (routes: FixedReplies) => {
      const worker = watchExit(startWorker())
      others.push(worker)
      return runTask(worker, { kind: 'minimal-server', routes }) as Promise<string>
    },
    stop: () => {
      for (const { worker } of [sender, ...others]) if (worker.connected) worker.disconnect()
    },
  }
}

export type Workers = ReturnType<typeof startWorkers>
