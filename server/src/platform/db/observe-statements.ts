import type { Pool, PoolClient } from 'pg'

/** Told the text of a statement when it is sent; what it returns is told its end. Null: not interested in this one. */
export type StatementObserver = (text: string) => ((error?: unknown) => void) | null

type Query = (...given: unknown[]) => unknown

/** Tells observers of every statement of a pool, in the context of whoever sends it. Without an observer no connection is changed. */
export function observeStatements(pool: Pool, observers: readonly StatementObserver[]): void {
  if (observers.length === 0) return
  pool.query = observed(pool.query.bind(pool) as Query, observers) as typeof pool.query
  pool.on('connect', (client: PoolClient) => {
    client.query = observed(client.query.bind(client) as Query, observers) as typeof client.query
  })
}

const observed =
  (query: Query, observers: readonly StatementObserver[]): Query =>
  (...given) => {
    // With a callback the statement is the pool's, which is observed already.
    if (typeof given.at(-1) === 'function') return query(...given)
    const text = textOf(given[0])
    const ends = observers.map((observe) => observe(text)).filter((end) => end !== null)
    const result = query(...given)
    if (ends.length === 0) return result
    const end = (error?: unknown): void => {
      for (const one of ends) one(error)
    }
    if (result instanceof Promise) result.then(() => end(), end)
    else end()
    return result
  }

/** Of a stream of rows (COPY) nothing but that. */
function textOf(statement: unknown): string {
  const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | null)?.text
  return typeof text === 'string' ? text : 'COPY'
}
