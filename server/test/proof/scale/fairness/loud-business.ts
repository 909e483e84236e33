import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Business } from './businesses.ts'

/** What became of what the loud business asked for, with the first reason of a refusal. */
export type LoudResult = { done: number; refused: number; reason: string | null }

/** What the process of the loud business is sent. */
export type LoudOrder = { start: { url: string; business: Business } } | { begin: string; round: number } | 'end'

export type LoudBusiness = {
  begin(kind: string, round: number): void
  end(): Promise<LoudResult>
  stop(): Promise<unknown>
}

/**
 * A process of its own that gets a processor only where nobody else wants one: a real business sends from its own machines, so that its sending
 * must not be measured as waiting of the others.
 */
export function startLoudBusiness(url: string, business: Business): LoudBusiness {
  const file = fileURLToPath(new URL('./loud-process.ts', import.meta.url))
  const child = fork(file, { execPath: 'nice', execArgv: ['-n', '19', process.execPath, ...process.execArgv] })
  const exited = once(child, 'exit')
  const send = (order: LoudOrder) => void child.send(order)
  send({ start: { url, business } })
  return {
    begin: (begin, round) => send({ begin, round }),
    end: async () => {
      send('end')
      const [result] = await Promise.race([
        once(child, 'message'),
        exited.then(() => Promise.reject(new Error('the process of the loud business ended'))),
      ])
      return result as LoudResult
    },
    stop: () => {
      child.kill()
      return exited
    },
  }
}
