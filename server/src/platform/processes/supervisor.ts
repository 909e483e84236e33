import type { Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Log } from '#server/platform/log.ts'
import { collectMetrics } from './collect-metrics.ts'
import type { FromPrimary, FromProcess } from './messages.ts'
import { countEnds, MOST_ENDS, restartDelay } from './restarts.ts'

/** The processes cannot go on. The message is for the person at the terminal. */
export class ProcessesEndedError extends Error {}

/** What the supervisor starts: the name is unique. */
export type ProcessRole = { name: string; role: 'web' | 'worker' }

type Slot = ProcessRole & {
  worker: Worker | null
  /** Since when it serves; null while it does not. */
  readyAt: number | null
  /** Ends in a row, each soon after a start. */
  ends: number
  /** Why it could not start, the last time. */
  reason: string | null
  restart: NodeJS.Timeout | undefined
}

export type Supervision = {
  /** The first is started alone: it prepares the database, and the others start when it is ready. */
  processes: readonly ProcessRole[]
  /** Starts one; `baseUrl` is known as soon as the first was ready. */
  fork(role: ProcessRole, baseUrl: string | null): Worker
  /** Runs when all are ready for the first time, with the text of the first. */
  announce(text: string): void
  log: Log
  signal: AbortSignal
}

type Prepared = { text: string; baseUrl: string }

type State = {
  readonly slots: readonly Slot[]
  /** What the first process reported when it was ready; null until then. */
  prepared: Prepared | null
  wereAllReady: boolean
  isStopping: boolean
  failure: PromiseWithResolvers<never>
}

/** Longer than a process needs for its requests and jobs when it stops. */
const STOP_LIMIT_MS = 25_000

/**
 * Keeps one process running for each role until the signal, then stops them all and resolves. A process that ends is replaced. Throws
 * ProcessesEndedError, after stopping all, when one cannot start the first time or ends again and again.
 */
export async function superviseProcesses(supervision: Supervision): Promise<void> {
  const { signal } = supervision
  const slots = supervision.processes.map(
    (one): Slot => ({ ...one, worker: null, readyAt: null, ends: 0, reason: null, restart: undefined }),
  )
  const state: State = {
    slots,
    prepared: null,
    wereAllReady: false,
    isStopping: false,
    failure: Promise.withResolvers(),
  }
  try {
    if (signal.aborted) return
    start(supervision, state, slots[0] as Slot)
    await Promise.race([once(signal, 'abort'), state.failure.promise])
  } finally {
    state.isStopping = true
    for (const slot of slots) clearTimeout(slot.restart)
    await Promise.all(slots.map(({ worker }) => worker && end(worker)))
  }
}

function start(supervision: Supervision, state: State, slot: Slot): void {
  const worker = fork(supervision, state, slot)
  if (!worker) {
    replace(supervision, state, slot, { code: null, signal: null })
    return
  }
  slot.worker = worker
  supervision.log.info({ process: slot.name, pid: worker.process.pid }, 'process started')
  worker.on('message', (message: FromProcess) => {
    if (message.kind === 'ready') return becomeReady(supervision, state, slot, message)
    if (message.kind === 'failed') slot.reason = message.text
    if (message.kind === 'collect metrics') void answerMetrics(state, worker, message.id)
  })
  worker.once('exit', (code, endSignal) => replace(supervision, state, slot, { code, signal: endSignal }))
  worker.on('error', (error) => {
    supervision.log.warn({ process: slot.name, err: error }, UNREACHABLE)
    // Where the system could not start it (no memory, no process ids), no end follows.
    if (worker.process.pid === undefined) replace(supervision, state, slot, { code: null, signal: null })
  })
}

const UNREACHABLE = 'a process could not be started or reached'

/** A new process; null where the system refuses it at once (no memory). */
function fork(supervision: Supervision, { prepared }: State, slot: Slot): Worker | null {
  try {
    return supervision.fork(slot, prepared?.baseUrl ?? null)
  } catch (error) {
    supervision.log.warn({ process: slot.name, err: error }, UNREACHABLE)
    return null
  }
}

function becomeReady(supervision: Supervision, state: State, slot: Slot, ready: Prepared): void {
  const { slots } = state
  slot.readyAt = performance.now()
  slot.reason = null
  if (!state.prepared) {
    state.prepared = ready
    for (const other of slots) if (other !== slot && !state.isStopping) start(supervision, state, other)
  }
  if (!state.wereAllReady && areReady(slots)) {
    state.wereAllReady = true
    supervision.announce(state.prepared.text)
  }
  shareReadiness(slots)
}

type End = { code: number | null; signal: string | null }

function replace(supervision: Supervision, state: State, slot: Slot, end: End): void {
  slot.ends = countEnds(slot.ends, slot.readyAt === null ? null : performance.now() - slot.readyAt)
  slot.worker = null
  slot.readyAt = null
  shareReadiness(state.slots)
  if (state.isStopping) return
  supervision.log.error({ process: slot.name, ...end, ends: slot.ends }, 'process ended, starting another')
  const delay = restartDelay(slot.ends)
  // At the first start the reason is a setting or the machine: another try would fail alike.
  const isHopeless = !state.wereAllReady && slot.reason !== null
  if (delay !== null && !isHopeless) {
    slot.restart = setTimeout(() => start(supervision, state, slot), delay)
    return
  }
  state.failure.reject(new ProcessesEndedError(isHopeless ? String(slot.reason) : describeEnds(slot)))
}

async function answerMetrics({ slots }: State, worker: Worker, id: string): Promise<void> {
  const ready = slots.flatMap((slot) => (slot.readyAt && slot.worker ? [{ name: slot.name, worker: slot.worker }] : []))
  post(worker, { kind: 'collected metrics', id, metrics: await collectMetrics(id, ready) })
}

const describeEnds = ({ name, reason }: Slot): string =>
  `The process ${name} ended ${MOST_ENDS} times in a row soon after its start, so Segue stops. ${reason ?? 'The log lines "process ended" show how it ended.'}`

const areReady = (slots: readonly Slot[]): boolean => slots.every(({ readyAt }) => readyAt !== null)

/** A process that has just ended cannot receive; its exit follows. */
const post = (worker: Worker, message: FromPrimary): void => {
  if (worker.isConnected()) worker.send(message, () => undefined)
}

function shareReadiness(slots: readonly Slot[]): void {
  for (const { worker } of slots) if (worker) post(worker, { kind: 'readiness', areAllReady: areReady(slots) })
}

/** Asks a process to finish its requests and jobs and to end; kills it after the limit. */
async function end(worker: Worker): Promise<void> {
  const force = setTimeout(() => worker.process.kill('SIGKILL'), STOP_LIMIT_MS)
  const exited = new Promise((resolve) => worker.once('exit', resolve))
  worker.process.kill('SIGTERM')
  await exited
  clearTimeout(force)
}
