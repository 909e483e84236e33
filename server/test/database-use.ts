import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import pg from 'pg'

/** What an action asks of the database. None of it depends on the speed of the machine. */
export type DatabaseUse = {
  /**
   * How often the action waits for the database: the longest chain of statements of which each was sent after the result of the one
   * before. Statements that are sent together share one. Nobody waits for the end of a transaction that only reads.
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

type Sink = DatabaseUse & { isOver: boolean }
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

/** Notes a statement and gives what to call with its result, or with nothing when it failed. */
function note(sink: Sink, client: object, text: string): (result?: Result) => void {
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
  const depth = sink.roundTrips + 1
  const isAwaited = !(isEnd && frame?.isReadOnly)
  return (result) => {
    if (sink.isOver) return
    if (isAwaited) sink.roundTrips = Math.max(sink.roundTrips, depth)
    const isWriting = WRITES.test(text) && hasRows(result)
    if (frame) frame.isWriting ||= isWriting
    if (frame ? isEnd && frame.isWriting : isWriting) sink.commits += 1
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
      rest[at] = (error: unknown, result: Result) => {
        answered(result)
        callback(error, result)
      }
    }
    const result = query.call(this, given, ...rest)
    if (!callback) (result as Promise<Result>).then(answered, () => answered())
    return result
  }
  subscribe('http.server.request.start', () => measured.enterWith(requestSink))
}

// When the file is loaded: a pool binds the method of its connections when it opens them.
watchDriver()

const newSink = (): Sink => ({ roundTrips: 0, statements: 0, commits: 0, transactions: 0, texts: [], isOver: false })

async function measureWith(sink: Sink, action: () => Promise<unknown>): Promise<DatabaseUse> {
  try {
    await action()
  } finally {
    sink.isOver = true
  }
  const { isOver, ...use } = sink
  return use
}

/** The use of the database by a function of this process, such as a job or a service's verb. */
export const measureCall = (action: () => Promise<unknown>): Promise<DatabaseUse> => {
  const sink = newSink()
  return measureWith(sink, () => measured.run(sink, action))
}

/** The use of a database by everything this process does with it meanwhile, its jobs too. */
export const measureDatabase = async (url: string, action: () => Promise<unknown>): Promise<DatabaseUse> => {
  const name = new URL(url).pathname.slice(1)
  const sink = newSink()
  sinkOf.set(name, sink)
  return measureWith(sink, action).finally(() => sinkOf.delete(name))
}

/** The use by the HTTP requests that the action sends to a server of this process, with their authentication. One at a time. */
export const measureRequest = async (action: () => Promise<unknown>): Promise<DatabaseUse> => {
  requestSink = newSink()
  return measureWith(requestSink, action).finally(() => {
    requestSink = undefined
  })
}
