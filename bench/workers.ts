import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { BareRoutes } from './bare.ts'
import type { Figures } from './figures.ts'
import type { Load } from './load.ts'
import type { Delivery, Streams } from './streams.ts'

export type Order =
  | { kind: 'load'; loads: Load[] }
  | { kind: 'streams'; streams: Streams }
  | { kind: 'bare'; routes: BareRoutes }

export type Answer = { done: unknown } | { error: string }

function startWorker(): ChildProcess {
  return fork(new URL('./worker.ts', import.meta.url), { execArgv: ['--disable-warning=ExperimentalWarning'] })
}

type Asked = { worker: ChildProcess; gone: Promise<Answer> }

const asked = (worker: ChildProcess): Asked => ({
  worker,
  gone: once(worker, 'exit').then(() => ({ error: 'a process of the bench ended' })),
})

async function tell({ worker, gone }: Asked, order: Order): Promise<unknown> {
  worker.send(order)
  const ended = new AbortController()
  const said = once(worker, 'message', { signal: ended.signal }).then(([answer]) => answer as Answer)
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
  const sender = asked(startWorker())
  const others: Asked[] = []
  return {
    load: async (load: Load) => ((await tell(sender, { kind: 'load', loads: [load] })) as Figures[])[0] as Figures,
    /** Several in turns, for figures that are to be compared. */
    loads: (loads: Load[]) => tell(sender, { kind: 'load', loads }) as Promise<Figures[]>,
    streams: (streams: Streams) => tell(sender, { kind: 'streams', streams }) as Promise<Delivery>,
    /** Starts the bare routes in a process of their own and gives their address. */
    bare: (routes: BareRoutes) => {
      const worker = asked(startWorker())
      others.push(worker)
      return tell(worker, { kind: 'bare', routes }) as Promise<string>
    },
    stop: () => {
      for (const { worker } of [sender, ...others]) if (worker.connected) worker.disconnect()
    },
  }
}

export type Workers = ReturnType<typeof startWorkers>
