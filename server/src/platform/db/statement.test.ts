import { eq } from 'drizzle-orm'
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { PoolClient, QueryConfig } from 'pg'
import { expect, it } from 'vitest'
import { statement } from './statement.ts'
import { instant } from './table.ts'

const note = pgTable('note', {
  id: text('id').notNull(),
  body: text('body'),
  tags: text('tags').array(),
  origin: jsonb('origin').$type<object>(),
  readAt: instant('read_at'),
})
type Note = typeof note.$inferSelect

/** A connection that records what it is sent and answers with the given rows. */
function recording(rows: unknown[][] = []) {
  const sent: (QueryConfig & { values: unknown[] })[] = []
  const query = async (config: QueryConfig, values: unknown[]) => {
    sent.push({ ...config, values })
    return { rows }
  }
  return { client: { query } as unknown as PoolClient, sent }
}

it('a statement is built once, prepared under a name by its text, and its rows are read as those of the builder', async () => {
  let builds = 0
  const byId = statement((db, { id }: { id: string }) => {
    builds += 1
    return db.select().from(note).where(eq(note.id, id))
  })
  const { client, sent } = recording([['a', null, ['x'], { by: 1 }, '2026-01-02 03:04:05+00']])
  const [first] = await byId.send(client, { id: 'a' }, {})
  await byId.send(client, { id: 'b' }, {})
  expect(first).toEqual({
    id: 'a',
    body: null,
    tags: ['x'],
    origin: { by: 1 },
    readAt: new Date('2026-01-02T03:04:05Z'),
  })
  expect(sent.map(({ values }) => values)).toEqual([['a'], ['b']])
  expect(sent[0]?.text).toMatch(/^select .+ from "note" where "note"."id" = \$1$/)
  expect(sent[0]?.name).toMatch(/^[0-9a-f]{16}$/)
  expect(builds).toBe(1)
})

it('a statement that writes is built once for each set of columns, and writes values as their columns store them', async () => {
  let builds = 0
  const update = statement((db, { id }: { id: string }, change: Partial<Note>) => {
    builds += 1
    return db.update(note).set(change).where(eq(note.id, id))
  })
  const { client, sent } = recording()
  const readAt = new Date('2026-01-02T03:04:05Z')
  await update.send(client, { id: 'a' }, { body: 'b', tags: ['x'], origin: { by: 1 }, readAt })
  await update.send(client, { id: 'a' }, { body: null, tags: null, origin: null, readAt: null })
  await update.send(client, { id: 'c' }, { id: 'd' } satisfies Partial<Note>)
  expect(sent.map(({ values }) => values)).toEqual([
    ['b', '{"x"}', '{"by":1}', readAt.toISOString(), 'a'],
    [null, null, null, null, 'a'],
    ['d', 'c'],
  ])
  expect(sent[0]?.text).toBe(
    'update "note" set "body" = $1, "tags" = $2, "origin" = $3, "read_at" = $4 where "note"."id" = $5',
  )
  expect(sent[1]?.name).toBe(sent[0]?.name)
  expect(sent[2]?.text).toBe('update "note" set "id" = $1 where "note"."id" = $2')
  expect(builds).toBe(2)
})

it('a column without a value is not written', async () => {
  const update = statement((db, { id }: { id: string }, change: { body?: string | undefined; origin?: object }) =>
    db
      .update(note)
      .set(change as Partial<Note>)
      .where(eq(note.id, id)),
  )
  const { client, sent } = recording()
  await update.send(client, { id: 'a' }, { body: undefined, origin: {} })
  expect(sent[0]).toMatchObject({ text: 'update "note" set "origin" = $1 where "note"."id" = $2', values: ['{}', 'a'] })
})
