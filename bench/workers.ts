import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { BareRoutes } from './bare.ts'
import type { Figures } from './figures.ts'
import type { Load } from './load.ts'
import type { Delivery, Streams } from './streams.ts'

export type Order =
  | { kind: 'load'; load: Load }
  | { kind: 'streams'; streams: Streams }
  | { kind: 'bare'; routes: BareRoutes }

export type Answer = { done: unknown } | { error: string }

function startWorker(): ChildProcess {
  return fork(new URL('./worker.ts', import.meta.url), { execArgv: ['--disable-warning=ExperimentalWarning'] })
}

async function tell(worker: ChildProcess, order: Order): Promise<unknown> {
  const gone = once(worker, 'exit').then(() => ({ error: 'a process of the bench ended' }))
  worker.send(order)
  const answer = await Promise.race([once(worker, 'message').then(([said]) => said as Answer), gone])
  if ('error' in answer) throw new Error(answer.error)
  return answer.done
}

/** The bench's processes, ended together. */
export function startWorkers() {
  const sender = startWorker()
  const others: ChildProcess[] = []
  return {
    load: (load: Load) => tell(sender, { kind: 'load', load }) as Promise<Figures>,
    streams: (streams: Streams) => tell(sender, { kind: 'streams', streams }) as Promise<Delivery>,
    /** Starts the bare routes in a process of their own and gives their address. */
    bare: (routes: BareRoutes) => {
      const worker = startWorker()
      others.push(worker)
      return tell(worker, { kind: 'bare', routes }) as Promise<string>
    },
    stop: () => {
      for (const worker of [sender, ...others]) worker.disconnect()
    },
  }
}

export type Workers = ReturnType<typeof startWorkers>
