import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import pg from 'pg'

/** What an action asks of the database. None of it depends on the speed of the machine. */
export type DatabaseUse = {
  /**
   * How often the action waits for the database: the longest chain of statements of which each was sent after the result of the one
   * before. Statements that are sent together share one, in the order of the code alone: their results are given together, whichever
   * packet brought them. Nobody waits for the end of a transaction that only reads. Not counted for a whole database, whose transactions wait for each other.
   */
  roundTrips: number
  /** Without the frame of transactions: BEGIN, the tenant's setting, notifications, COMMIT. */
  statements: number
  /** Transactions that wrote or locked rows. One that only notifies writes nothing to the disk. */
  commits: number
  transactions: number
  /** The texts of the statements, without the frame. */
  texts: string[]
}

/** `inFlight`: statements of the present round trip without a result; `results`: those that came, given when all have come. */
type Sink = DatabaseUse & { isOver: boolean; hasRoundTrips: boolean; inFlight: number; results: (() => void)[] }
type Frame = { isReadOnly: boolean; isWriting: boolean }

const measured = new AsyncLocalStorage<Sink | undefined>()
/** By the name of a database: for statements outside of what is measured by itself. */
const sinkOf = new Map<string, Sink>()
const frames = new WeakMap<object, Frame>()
let requestSink: Sink | undefined

const IS_FRAME = /^(BEGIN|COMMIT|ROLLBACK|SET LOCAL|SELECT pg_notify)/
const WRITES = /\b(insert into|update|delete from|for (no key )?update)\b/i

type Result = { rowCount?: number | null } | { rowCount?: number | null }[] | undefined

const hasRows = (result: Result): boolean => [result].flat().some((one) => (one?.rowCount ?? 0) > 0)

/** Holds a result until those of all statements of its round trip have come, and gives them together. */
function giveTogether(sink: Sink, give: () => void): void {
  sink.results.push(give)
  sink.inFlight -= 1
  // After what the result before let the action send: that is the next round trip's, unless it needed no result.
  setImmediate(() => {
    if (sink.inFlight > 0 || sink.results.length === 0) return
    sink.roundTrips += 1
    for (const one of sink.results.splice(0)) one()
  })
}

type Answer = (result: Result, give: () => void) => void

/** Notes a statement and gives what to call with its result, or without one when it failed. */
function note(sink: Sink, client: object, text: string): Answer {
  let frame = frames.get(client)
  if (text.startsWith('BEGIN')) {
    frame = { isReadOnly: text.startsWith('BEGIN READ ONLY'), isWriting: false }
    frames.set(client, frame)
    sink.transactions += 1
  } else if (!IS_FRAME.test(text)) {
    sink.statements += 1
    sink.texts.push(text)
  }
  const isEnd = /\bCOMMIT;?\s*$/.test(text)
  if (isEnd || text === 'ROLLBACK') frames.delete(client)
  const isAwaited = sink.hasRoundTrips && !(isEnd && frame?.isReadOnly)
  if (isAwaited) sink.inFlight += 1
  return (result, give) => {
    if (!sink.isOver) {
      const isWriting = WRITES.test(text) && hasRows(result)
      if (frame) frame.isWriting ||= isWriting
      if (frame ? isEnd && frame.isWriting : isWriting) sink.commits += 1
    }
    if (isAwaited && !sink.isOver) giveTogether(sink, give)
    else give()
  }
}

type Query = (this: pg.Client, given: string | { text: string }, ...rest: unknown[]) => unknown

/** Counts at the driver, in every connection of this process: the product's pool and that of the job queue. */
function watchDriver(): void {
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const { query } = prototype
  prototype.query = function (given, ...rest) {
    const sink = measured.getStore() ?? sinkOf.get(this.database ?? '')
    if (!sink || sink.isOver) return query.call(this, given, ...rest)
    const answered = note(sink, this, typeof given === 'string' ? given : given.text)
    const at = rest.findIndex((one) => typeof one === 'function')
    const callback = rest[at] as ((...results: unknown[]) => void) | undefined
    if (callback) {
      const give = AsyncResource.bind(callback)
      rest[at] = (error: unknown, result: Result) => answered(result, () => give(error, result))
      return query.call(this, given, ...rest)
    }
    const result = query.call(this, given, ...rest) as Promise<Result>
    return new Promise((resolve, reject) => {
      result.then(
        (value) => answered(value, () => resolve(value)),
        (error: unknown) => answered(undefined, () => reject(error)),
      )
    })
  }
  subscribe('http.server.request.start', () => measured.enterWith(requestSink))
}

// When the file is loaded: a pool binds the method of its connections when it opens them.
watchDriver()

const newSink = (hasRoundTrips = true): Sink => ({
  ...{ roundTrips: 0, statements: 0, commits: 0, transactions: 0, texts: [] },
  ...{ isOver: false, hasRoundTrips, inFlight: 0, results: [] },
})

async function measureWith(sink: Sink, action: () => Promise<unknown>): Promise<DatabaseUse> {
  try {
    await action()
  } finally {
    sink.isOver = true
    for (const give of sink.results.splice(0)) give()
  }
  const { roundTrips, statements, commits, transactions, texts } = sink
  return { roundTrips, statements, commits, transactions, texts }
}

/** The use of the database by a function of this process, such as a job or a service's verb. */
export const measureCall = (action: () => Promise<unknown>): Promise<DatabaseUse> => {
  const sink = newSink()
  return measureWith(sink, () => measured.run(sink, action))
}

/** The use of a database by everything this process does with it meanwhile, its jobs too. */
export const measureDatabase = async (url: string, action: () => Promise<unknown>): Promise<DatabaseUse> => {
  const name = new URL(url).pathname.slice(1)
  const sink = newSink(false)
  sinkOf.set(name, sink)
  return measureWith(sink, action).finally(() => sinkOf.delete(name))
}

/** The use of the databases of this name by this process, from now until its end: what is given counts on. */
export function watchDatabase(name: string): Readonly<DatabaseUse> {
  const sink = newSink(false)
  sinkOf.set(name, sink)
  return sink
}

/** The use by the HTTP requests that the action sends to a server of this process, with their authentication. One at a time. */
export const measureRequest = async (action: () => Promise<unknown>): Promise<DatabaseUse> => {
  requestSink = newSink()
  return measureWith(requestSink, action).finally(() => {
    requestSink = undefined
  })
}
