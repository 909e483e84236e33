import { describe, expect, test } from 'vitest'
import { unboundTables } from './tenant-statements.ts'

const keys = new Map([
  ['tenant', 'id'],
  ['ticket', 'tenant_id'],
  ['member', 'tenant_id'],
])
const unbound = (text: string) => unboundTables(text, keys)

describe('a statement that names one tenant', () => {
  test.each([
    'SELECT * FROM ticket WHERE tenant_id = $1 AND id = $2',
    'SELECT * FROM ticket t JOIN member m ON m.tenant_id = t.tenant_id AND m.user_id = t.assignee_id WHERE t.tenant_id = $1',
    'SELECT * FROM tenant WHERE id = $1',
    'INSERT INTO ticket (tenant_id, id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    'UPDATE ticket SET status = $1 WHERE ticket.tenant_id = $2',
    'WITH one AS (SELECT id FROM ticket WHERE tenant_id = $1) SELECT * FROM one',
    'SELECT 1 FROM auth.session WHERE id = $1',
    'SELECT id, (SELECT count(*) FROM member m WHERE m.tenant_id = "ticket"."tenant_id") FROM ticket WHERE tenant_id = $1',
    'WITH one AS (SELECT tenant_id FROM ticket WHERE tenant_id = $1) SELECT 1 FROM one JOIN member m ON m.tenant_id = one.tenant_id',
    'SELECT t.id FROM ticket t JOIN member m USING (tenant_id) WHERE t.tenant_id = $1',
  ])('%s', async (text) => expect(await unbound(text)).toEqual([]))
})

describe('a statement that leaves a table without its tenant', () => {
  test.each([
    ['SELECT * FROM ticket WHERE id = $1', ['ticket']],
    ['SELECT * FROM ticket t JOIN member m ON m.user_id = t.assignee_id WHERE t.tenant_id = $1', ['member']],
    ['UPDATE ticket SET status = $1 WHERE id = $2', ['ticket']],
    ['DELETE FROM ticket', ['ticket']],
    ['INSERT INTO ticket (id) VALUES ($1)', ['ticket']],
    ['SELECT id FROM ticket WHERE tenant_id = $1 UNION ALL SELECT id FROM ticket', ['ticket']],
    ['SELECT 1 FROM ticket t JOIN member m ON m.tenant_id = t.tenant_id', ['ticket', 'member']],
    ['SELECT 1 FROM ticket WHERE tenant_id = ANY ($1)', ['ticket']],
    ['SELECT 1 FROM tenant WHERE EXISTS (SELECT 1 FROM auth.session WHERE id = $1)', ['tenant']],
    ['SELECT 1 FROM tenant WHERE id = $1 AND EXISTS (SELECT 1 FROM member WHERE user_id = $2)', ['member']],
  ])('%s', async (text, tables) => expect(await unbound(text)).toEqual(tables))
})
