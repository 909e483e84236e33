import { ModelError } from '#server/platform/models/model.ts'
import type { Caller, StartableCall } from './caller.ts'
import { AnswerCutError, type CallCause, type ModelPart, NoModelError } from './model-request.ts'

/** What is made of the answers of providers. */
export type Answer<T> = {
  /** Turns the parts of one provider's answer into what is shown. `goesOn`: it continues what stands. */
  read(parts: AsyncIterable<ModelPart>, goesOn: boolean): AsyncIterable<T>
  /** What stands of the answer, for the provider that goes on. Empty: an answer that breaks off ends. */
  said(): string
}

export type Race<T> = {
  caller: Caller
  answer: Answer<T>
  signal: AbortSignal
  /** Moments by `performance.now()`. Null: nobody waits, and one provider is asked after another. */
  times: { hedgeMs: number; giveUpAt: number; lastStartAt: number } | null
  /** A provider that was silent for this time when it was stopped counts as failed. */
  slowMs: number
}

/** A call whose answer is read. */
type Runner<T> = {
  call: StartableCall
  control: AbortController
  startedAt: number
  values: AsyncIterator<T>
  coming: Promise<Outcome<T>>
}

type Outcome<T> = { runner: Runner<T>; result: IteratorResult<T> } | { runner: Runner<T>; error: unknown } | 'due'

type State<T> = Race<T> & {
  running: Runner<T>[]
  /** The one that showed something or used a tool. */
  chosen: Runner<T> | null
  isShown: boolean
  isToolUsed: boolean
  /** Whether a further provider may be asked. */
  hasNext: boolean
}

/** Streams what `answer.read` makes of the answer of the provider that shows something first. Throws as `askInTime` says. */
export async function* streamAnswer<T>(race: Race<T>): AsyncGenerator<T> {
  const state: State<T> = {
    ...race,
    running: [],
    chosen: null,
    isShown: false,
    isToolUsed: false,
    hasNext: true,
  }
  try {
    start(state, 'first')
    while (state.running.length > 0) {
      const { at, isHedge } = nextDue(state)
      const outcome = await firstOutcome(state.running, at)
      // One that was stopped while it was waited for, because the other used a tool.
      if (outcome !== 'due' && !state.running.includes(outcome.runner)) continue
      if (outcome === 'due') {
        // A tool may have been used meanwhile.
        if (nextDue(state).at > at) continue
        if (isHedge) start(state, 'hedge')
        else throw tooSlow(state)
      } else if ('error' in outcome) {
        replaceFailed(state, outcome.runner, outcome.error)
      } else if (choose(state, outcome.runner)) {
        if (outcome.result.done) return
        state.isShown = true
        yield outcome.result.value
        advance(outcome.runner)
      }
    }
    throw failureOf(state)
  } finally {
    for (const runner of state.running) stop(runner, 'aborted', Number.POSITIVE_INFINITY)
  }
}

/** Asks the next provider, if there is one and it is not too late for a first sentence. */
function start<T>(state: State<T>, cause: CallCause): void {
  const { times, isShown, answer, signal } = state
  const isTooLate = times !== null && !isShown && performance.now() >= times.lastStartAt
  const call = state.hasNext && !isTooLate ? state.caller.next(cause, isShown ? answer.said() : '') : null
  if (!call) {
    state.hasNext = false
    return
  }
  const control = new AbortController()
  const parts = call.parts(AbortSignal.any([signal, control.signal]))
  const values = answer.read(parts, isShown)[Symbol.asyncIterator]()
  const runner = { call, control, values, startedAt: performance.now() } as Runner<T>
  call.onUse(() => {
    state.isToolUsed ||= choose(state, runner)
    return state.chosen === runner
  })
  advance(runner)
  state.running.push(runner)
}

function advance<T>(runner: Runner<T>): void {
  runner.coming = runner.values.next().then(
    (result) => ({ runner, result }),
    (error: unknown) => ({ runner, error }),
  )
}

/** When to act next if nothing is shown until then: ask a second provider, or give up. */
function nextDue<T>({ times, running, chosen, hasNext, isShown, isToolUsed }: State<T>): {
  at: number
  isHedge: boolean
} {
  // A tool takes its own time; after it the provider's silence is limited.
  if (!times || isShown || isToolUsed) return { at: Number.POSITIVE_INFINITY, isHedge: false }
  const [slow, ...beside] = running
  const mayHedge = hasNext && slow && beside.length === 0 && chosen === null
  const hedgeAt = mayHedge ? slow.startedAt + times.hedgeMs : Number.POSITIVE_INFINITY
  return hedgeAt < times.giveUpAt ? { at: hedgeAt, isHedge: true } : { at: times.giveUpAt, isHedge: false }
}

function firstOutcome<T>(running: readonly Runner<T>[], at: number): Promise<Outcome<T>> {
  const coming: Promise<Outcome<T>>[] = running.map((runner) => runner.coming)
  if (at === Number.POSITIVE_INFINITY) return Promise.race(coming)
  let timer: NodeJS.Timeout | undefined
  const due = new Promise<'due'>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, at - performance.now()), 'due')
  })
  return Promise.race([...coming, due]).finally(() => clearTimeout(timer))
}

/** Lets one provider go on and stops the others. False: another one goes on already. */
function choose<T>(state: State<T>, runner: Runner<T>): boolean {
  if (state.chosen !== null) return state.chosen === runner
  state.chosen = runner
  for (const other of state.running) {
    if (other === runner) continue
    stop(other, 'superseded', state.slowMs)
    state.caller.putBack(other.call)
  }
  state.running = [runner]
  return true
}

/** Removes a failed provider; the next one is asked unless another is running. An error of the reader is thrown. */
function replaceFailed<T>(state: State<T>, failed: Runner<T>, error: unknown): void {
  state.running = state.running.filter((runner) => runner !== failed)
  if (!(error instanceof ModelError) || state.signal.aborted) throw error
  if (state.chosen === failed) {
    state.chosen = null
    state.isToolUsed = false
  }
  // The request itself is invalid: the next provider would reject it too.
  if (error.kind === 'bad_request' && !state.isShown) state.hasNext = false
  if (state.isShown && state.answer.said() === '') state.hasNext = false
  if (state.running.length === 0) start(state, state.isShown ? 'continuation' : 'fallback')
}

function stop<T>({ call, control, values }: Runner<T>, fault: 'superseded' | 'aborted', slowMs: number): void {
  call.stop(fault, slowMs)
  control.abort(new Error('Another answer is given'))
  values.return?.().then(undefined, () => undefined)
}

function tooSlow<T>(state: State<T>): NoModelError {
  for (const runner of state.running) stop(runner, 'superseded', state.slowMs)
  state.running = []
  return new NoModelError('too_slow', state.caller.record())
}

function failureOf<T>({ caller, isShown }: State<T>): Error {
  const record = caller.record()
  if (isShown) return new AnswerCutError(record)
  return new NoModelError(caller.isOverBudget && record.attempts.length === 0 ? 'budget' : 'all_failed', record)
}
