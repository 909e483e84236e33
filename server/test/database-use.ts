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
const frames = new WeakMap<object, Frame>()
let requestSink: Sink | undefined

const IS_FRAME = /^(BEGIN|COMMIT|ROLLBACK|SET LOCAL|SELECT pg_notify)/
const WRITES = /\b(insert into|update|delete from|for (no key )?update)\b/i

/** Notes a statement and gives what to call with its result. */
function note(sink: Sink, client: object, text: string): () => void {
  let frame = frames.get(client)
  if (text.startsWith('BEGIN')) {
    frame = { isReadOnly: text.startsWith('BEGIN READ ONLY'), isWriting: false }
    frames.set(client, frame)
    sink.transactions += 1
  } else if (!IS_FRAME.test(text)) {
    sink.statements += 1
    sink.texts.push(text)
  }
  const isEnd = /\bCOMMIT$/.test(text)
  if (WRITES.test(text)) {
    if (frame) frame.isWriting = true
    else sink.commits += 1
  }
  if (isEnd && frame?.isWriting) sink.commits += 1
  if (isEnd || text === 'ROLLBACK') frames.delete(client)
  const depth = sink.roundTrips + 1
  const isAwaited = !(isEnd && frame?.isReadOnly)
  return () => {
    if (isAwaited && !sink.isOver) sink.roundTrips = Math.max(sink.roundTrips, depth)
  }
}

type Query = (this: object, given: string | { text: string }, ...rest: unknown[]) => unknown

/** Counts at the driver, in every connection of this process: the product's pool and that of the job queue. */
function watchDriver(): void {
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const { query } = prototype
  prototype.query = function (given, ...rest) {
    const sink = measured.getStore()
    if (!sink || sink.isOver) return query.call(this, given, ...rest)
    const answered = note(sink, this, typeof given === 'string' ? given : given.text)
    const at = rest.findIndex((one) => typeof one === 'function')
    const callback = rest[at] as ((...results: unknown[]) => void) | undefined
    if (callback) {
      rest[at] = (...results: unknown[]) => {
        answered()
        callback(...results)
      }
    }
    const result = query.call(this, given, ...rest)
    if (!callback) (result as Promise<unknown>).then(answered, answered)
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

/** The use by the HTTP requests that the action sends to a server of this process, with their authentication. One at a time. */
export const measureRequest = async (action: () => Promise<unknown>): Promise<DatabaseUse> => {
  requestSink = newSink()
  return measureWith(requestSink, action).finally(() => {
    requestSink = undefined
  })
}
