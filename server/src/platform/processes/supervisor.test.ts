import type { Worker } from 'node:cluster'
import { EventEmitter } from 'node:events'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { FromPrimary } from './messages.ts'
import { type ProcessRole, superviseProcesses } from './supervisor.ts'

/** A process that serves at once, in memory: it ends when it is asked to. */
class StandIn extends EventEmitter {
  readonly told: FromPrimary[] = []
  readonly process = { pid: 1, kill: () => this.emit('exit', 0, null) }
  readonly name: string
  constructor(name: string) {
    super()
    this.name = name
    setImmediate(() => this.emit('message', { kind: 'ready', text: 'ready', baseUrl: 'http://a.example' }))
  }
  isConnected = () => true
  send = (message: FromPrimary) => this.told.push(message)
}

const PROCESSES: ProcessRole[] = [
  { name: 'web 1', role: 'web' },
  { name: 'worker', role: 'worker' },
]

/** Supervises stand-ins while `during` runs. `refuse`: whether the system refuses to start the n-th process. */
async function supervised(
  during: (started: StandIn[], announced: string[]) => Promise<void>,
  refuse: (n: number) => boolean = () => false,
): Promise<void> {
  const started: StandIn[] = []
  const announced: string[] = []
  const ending = new AbortController()
  let asked = 0
  const supervision = superviseProcesses({
    processes: PROCESSES,
    fork: ({ name }) => {
      if (refuse(asked++)) throw new Error('spawn ENOMEM')
      const worker = new StandIn(name)
      started.push(worker)
      return worker as unknown as Worker
    },
    announce: (text) => announced.push(text),
    log: pino({ level: 'silent' }),
    signal: ending.signal,
  })
  try {
    await during(started, announced)
  } finally {
    ending.abort()
    await supervision
  }
}

const poll = <T>(read: () => T) => expect.poll(read, { timeout: 40_000, interval: 5 })
const namesOf = (started: StandIn[]) => started.map(({ name }) => name)
const isReadyTo = ({ told }: StandIn) => told.filter(({ kind }) => kind === 'readiness').at(-1)

it('a process that ends is replaced, and the others are told that it is gone and that it is back', () =>
  supervised(async (started, announced) => {
    await poll(() => announced).toEqual(['ready'])
    expect(namesOf(started)).toEqual(['web 1', 'worker'])
    const [web, worker] = started as [StandIn, StandIn]
    worker.emit('exit', null, 'SIGKILL')
    expect(isReadyTo(web)).toEqual({ kind: 'readiness', areAllReady: false })
    await poll(() => isReadyTo(web)).toEqual({ kind: 'readiness', areAllReady: true })
    expect(namesOf(started)).toEqual(['web 1', 'worker', 'worker'])
    expect(announced).toHaveLength(1)
  }))

it.each([0, 1])('a process whose start the system refuses at once (the start number %i) is started again', (refused) =>
  supervised(
    async (started, announced) => {
      await poll(() => announced).toEqual(['ready'])
      expect(namesOf(started)).toEqual(['web 1', 'worker'])
    },
    (n) => n === refused,
  ),
)
