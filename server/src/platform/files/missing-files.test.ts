import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyDatabase, type TestDatabase } from '#test/database.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { missingFiles } from './missing-files.ts'
import type { ByteStore } from './stores/byte-store.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await copyDatabase()
})
afterAll(() => database.drop())

const keyOf = (n: number) => n.toString(16).padStart(32, '0')

const storeWith = (keys: readonly string[]): ByteStore =>
  ({
    async *list() {
      for (const key of [...keys].sort()) yield { key, size: 1 }
    },
  }) as unknown as ByteStore

it('files that rows name and neither place has are counted, and the first of them is named', async () => {
  const named = [1, 2, 3, 40, 500, 6000].map(keyOf)
  await queryAsOwner(
    database.ownerUrl,
    `INSERT INTO auth.data_run (id, kind, requested_by, requested_by_email, state, starts_at, created_at, storage_key)
     SELECT gen_random_uuid(), 'take_out', gen_random_uuid(), 'x', 'done', now(), now(), key FROM unnest($1::text[]) key RETURNING 1`,
    [[...named, 'not-a-key']],
  )
  // Not there yet, and no file that is missing.
  await queryAsOwner(database.ownerUrl, 'INSERT INTO auth.pending_file (storage_key, until_at) VALUES ($1, now())', [
    keyOf(8),
  ])
  const [one, two, three, four, five, six] = named as [string, string, string, string, string, string]
  const places = { to: storeWith([one, three, keyOf(7)]), from: storeWith([four, keyOf(99)]) }
  expect(await missingFiles(places, database.ownerUrl)).toEqual({ count: 3, first: two })
  const all = { to: storeWith([one, two, three, six]), from: storeWith([four, five]) }
  expect(await missingFiles(all, database.ownerUrl)).toEqual({ count: 0, first: null })
  expect(await missingFiles({ to: storeWith(named), from: null }, database.ownerUrl)).toEqual({ count: 0, first: null })
})
