import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MIGRATIONS } from '#server/platform/db/migrate.ts'
import { faultsOf } from './migration-faults.ts'

/** From this one on nodes of two versions serve side by side. */
const FIRST = 76

describe('migrations that are made while the version before works', () => {
  test('none takes away without saying so, or holds up a large table', async () => {
    const files = (await readdir(MIGRATIONS)).filter(
      (name) => name.endsWith('.sql') && Number(name.slice(0, 4)) >= FIRST,
    )
    for (const name of files)
      expect(await faultsOf(await readFile(join(MIGRATIONS, name), 'utf8'), Number(name.slice(0, 4))), name).toEqual([])
  })

  test.each([
    'ALTER TABLE ticket ADD COLUMN note text;',
    `ALTER TABLE ticket ADD COLUMN note text DEFAULT '' NOT NULL;`,
    'CREATE TABLE note (id uuid PRIMARY KEY, text text NOT NULL); CREATE UNIQUE INDEX note_text ON note (text);',
    'DROP INDEX CONCURRENTLY IF EXISTS note; CREATE INDEX CONCURRENTLY note ON message (tenant_id, body);',
    'ALTER TABLE ticket VALIDATE CONSTRAINT short;',
    '-- narrows after 0076\nALTER TABLE ticket DROP COLUMN note;',
  ])('%s', async (sql) => expect(await faultsOf(sql)).toEqual([]))

  test.each([
    ['ALTER TABLE ticket DROP COLUMN note;', 'ticket: a column is dropped'],
    ['DROP TABLE note;', 'table is dropped'],
    ['DROP FUNCTION note(integer);', 'function is dropped'],
    ['ALTER TABLE note DROP CONSTRAINT a;', 'note: AT_DropConstraint is not among what adds'],
    ['ALTER TABLE note ALTER COLUMN a DROP DEFAULT;', 'note: AT_ColumnDefault is not among what adds'],
    ['ALTER TABLE note ADD COLUMN a text UNIQUE;', 'note: a column with a constraint is added'],
    ['DO $$ BEGIN END $$;', 'DoStmt is not among what adds'],
    ['TRUNCATE note;', 'TruncateStmt is not among what adds'],
    [
      'CREATE INDEX CONCURRENTLY a ON message (body); ALTER TABLE note ADD COLUMN a text;',
      'beside an index that is built CONCURRENTLY there is something else',
    ],
    ['ALTER TABLE note RENAME COLUMN a TO b;', 'note: something is renamed'],
    ['ALTER TABLE note ADD COLUMN a text NOT NULL;', 'note: a column without a default is NOT NULL'],
    ['CREATE UNIQUE INDEX a ON note (a);', 'note: a unique index is added'],
    ['CREATE INDEX a ON message (tenant_id, body);', 'message: an index is built while writers wait'],
    [
      '-- narrows after 0076\nALTER TABLE message ALTER COLUMN body TYPE varchar;',
      'message: every row is written anew',
    ],
    ['-- narrows after 0076\nALTER TABLE ticket ADD CONSTRAINT a CHECK (number > 0);', 'ticket: every row is read'],
    ['UPDATE message SET body = trim(body);', 'message: every row is written'],
  ])('not %s', async (sql, fault) => expect(await faultsOf(sql)).toEqual([fault]))
})
