import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { copyDatabase, type TestDatabase } from '#test/database.ts'
import { assertFits, noteNarrowed, readSchemaSteps, type SchemaSteps, showSchema } from './schema-steps.ts'

let database: TestDatabase
let owner: Client
let node: Client
beforeEach(async () => {
  database = await copyDatabase()
  owner = new Client({ connectionString: database.ownerUrl })
  node = new Client({ connectionString: database.appUrl })
  await owner.connect()
  await node.connect()
})
afterEach(async () => {
  await owner.end()
  await node.end().catch(() => undefined)
  await database.drop()
})

/** Later than every migration of the template. */
const LATER = Date.now() + 86_400_000
const version = (newest: number, needs?: number): SchemaSteps => ({
  newest,
  narrowing: needs === undefined ? [] : [{ when: LATER, needs }],
})

describe('a migration that narrows the tables', () => {
  test('is made where every node that runs can work with it', async () => {
    await showSchema(node, version(801))
    await expect(assertFits(owner, version(802, 801))).resolves.toBeUndefined()
  })

  test('is refused while a node runs that needs what it takes away, and made once that one has ended', async () => {
    await showSchema(node, version(800))
    await expect(assertFits(owner, version(802, 801))).rejects.toThrow(
      'A node of an earlier version is still running, which ends with migration 0800',
    )
    await node.end()
    await expect
      .poll(() =>
        assertFits(owner, version(802, 801)).then(
          () => 'fits',
          () => 'refused',
        ),
      )
      .toBe('fits')
  })

  test('keeps an earlier version from starting, and lets one start that only lacks what was added', async () => {
    await assertFits(owner, version(802, 801))
    await noteNarrowed(owner, version(802, 801))
    await expect(assertFits(owner, version(800))).rejects.toThrow(
      'it needs migration 0801, and this version ends with 0800',
    )
    await expect(assertFits(owner, version(801))).resolves.toBeUndefined()
  })
})

test('the folder says which migrations narrow, and after which one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'segue-steps-'))
  try {
    await mkdir(join(folder, 'meta'))
    const entries = ['0000_one', '0001_two'].map((tag, idx) => ({ idx, tag, when: idx + 1 }))
    await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ entries }))
    await writeFile(join(folder, '0000_one.sql'), 'ALTER TABLE a ADD COLUMN b text;')
    await writeFile(join(folder, '0001_two.sql'), '-- narrows after 0000\nALTER TABLE a DROP COLUMN c;')
    expect(await readSchemaSteps(folder)).toEqual({ newest: 1, narrowing: [{ when: 2, needs: 0 }] })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
