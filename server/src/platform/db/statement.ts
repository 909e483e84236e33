import { is, Param, Placeholder, sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import { nameOf } from './prepared.ts'

/** A statement that this process builds once and each connection plans once; `Tx.run` sends it. */
export type Statement<Given extends object, Row extends object, Result> = {
  send(client: PoolClient, given: Given, row: Row): Promise<Result>
}

/** What the query builder makes of a statement. */
type Buildable<Result> = {
  toSQL(): { sql: string }
  prepare(name: string): { execute(): Promise<Result> }
}

/** A built statement, and how each of its parameters is read. */
type Built<Given, Row, Result> = {
  query: { execute(): Promise<Result> }
  values: ((given: Given, row: Row) => unknown)[]
}

const builder = drizzle.mock()
/** Begins the placeholders of the columns of a row; the others are those of `given`. */
const OF_ROW = 'row.'

/**
 * Declares a frequent statement: to build its text takes the query builder longer than to send it. While it is built, `given` and `row`
 * hold placeholders and not values, so that `build` must only pass them on. `row` is what an INSERT or UPDATE writes; each set of its
 * columns is built once. Values that are compared are sent as they are, those that are written as their column stores them.
 */
export function statement<Given extends object, Row extends object, Result>(
  build: (db: NodePgDatabase, given: Given, row: Row) => Buildable<Result>,
): Statement<Given, Row, Result> {
  const builds = new Map<string, Built<Given, Row, Result>>()
  const buildFor = (columns: string[]): Built<Given, Row, Result> => {
    const given = new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) }) as Given
    const row = Object.fromEntries(columns.map((name) => [name, sql.placeholder(`${OF_ROW}${name}`)])) as Row
    const built = build(builder, given, row)
    const query = built.prepare(nameOf(built.toSQL().sql))
    return { query, values: (query as unknown as { params: unknown[] }).params.map(readerOf<Given, Row>) }
  }
  return {
    send: (client, given, row) => {
      const columns = Object.keys(row).filter((name) => row[name as keyof Row] !== undefined)
      const key = columns.join()
      const built = builds.get(key) ?? buildFor(columns)
      builds.set(key, built)
      const params = built.values.map((read) => read(given, row))
      return Object.create(built.query, { client: { value: client }, params: { value: params } }).execute()
    },
  }
}

/** Reads the value of one parameter, in the form the driver takes. */
function readerOf<Given extends object, Row extends object>(param: unknown): (given: Given, row: Row) => unknown {
  if (is(param, Placeholder)) return readPlaceholder(param)
  if (!is(param, Param) || !is(param.value, Placeholder)) return () => param
  const { encoder } = param
  const read = readPlaceholder<Given, Row>(param.value)
  return (given, row) => {
    const value = read(given, row)
    return value === null ? null : encoder.mapToDriverValue(value)
  }
}

const readPlaceholder =
  <Given extends object, Row extends object>({ name }: Placeholder) =>
  (given: Given, row: Row): unknown =>
    name.startsWith(OF_ROW) ? row[name.slice(OF_ROW.length) as keyof Row] : given[name as keyof Given]
