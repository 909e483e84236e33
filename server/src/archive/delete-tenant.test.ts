import { randomUUID } from 'node:crypto'
import { access, mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DataRunId } from '#contracts/ids.ts'
import { type DataRunView, getDataRun } from '#contracts/owner/data-run.ts'
import { getTenantDetail } from '#contracts/owner/tenant.ts'
import { cancelDeletion, deleteTenant } from '#contracts/owner/tenant-data.ts'
import { vectorFileOf } from '#server/knowledge/service.ts'
import { makeOwner } from '#server/owner/fixture.ts'
import type { TestClient } from '#test/client.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { createFullTenant } from '#test/proof/full-tenant.ts'
import { deleteTenantForGood } from './delete-tenant.ts'
import { runArchive } from './jobs.ts'

const DAY_MS = 86_400_000
const aheadMs = 0
const clock = { now: () => new Date(Date.now() + aheadMs) }

let h: Harness
let owner: TestClient
beforeAll(async () => {
  h = await startHarness({ overrides: { clock } })
})
afterAll(() => h.stop())

const read = <Row extends object>(text: string, values: unknown[] = []) =>
  queryAsOwner<Row & Record<string, unknown>>(h.database.ownerUrl, text, values)

/**
 * What is kept of a business that was deleted: what happened on the platform, payments, and which business a session was for.
 * The platform writes these by itself (a node adds its load every few seconds), so they are not compared.
 */
const KEPT = ['auth.audit_log', 'auth.checkout', 'auth.data_run', 'auth.session', 'auth.tenant_load']

/** The tables with a row of the business: those of businesses, and all others that have a column for one, but for what is kept. */
async function tablesWith(tenantId: string): Promise<string[]> {
  const tables = await read<{ name: string; own: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name, column_name AS own FROM information_schema.columns
     WHERE (column_name = 'tenant_id' OR (table_name = 'tenant' AND column_name = 'id')) AND table_schema IN ('public', 'auth')`,
  )
  const found: string[] = []
  for (const { name, own } of tables) {
    if (KEPT.includes(name)) continue
    const rows = await read(`SELECT 1 FROM ${name} WHERE ${own} = $1 LIMIT 1`, [tenantId])
    if (rows.length > 0) found.push(name)
  }
  return found.sort()
}

const storeOne = async () => (await h.platform.files.put(Buffer.from('x'), { isOpaque: true })).key
const newId = () => randomUUID() as DataRunId
const runOf = (id: DataRunId): Promise<DataRunView> => owner.call(getDataRun, { params: { dataRunId: id } })

const quiet = { say: async () => undefined, progress: async () => undefined }
const nothing = async () => undefined

describe('the deletion of a business', () => {
  it('[D3] leaves no row in any table, no file, no vectors and no queued job', async () => {
    owner = await makeOwner(h)
    const full = await createFullTenant(h, 'A')
    const { id: tenantId } = full.tenant
    const { name } = await owner.call(getTenantDetail, { params: { tenantId } })
    const files = await read<{ key: string }>(
      `SELECT storage_key AS key FROM file WHERE tenant_id = $1 UNION SELECT storage_key FROM inbound_mail WHERE tenant_id = $1 AND storage_key ~ '^[0-9a-f]{32}$'`,
      [tenantId],
    )
    const [upload, records] = [await storeOne(), await storeOne()]
    await read('UPDATE data_import SET file_key = $2, records_key = $3 WHERE tenant_id = $1 RETURNING 1', [
      tenantId,
      upload,
      records,
    ])
    files.push({ key: upload }, { key: records })
    expect(files.length).toBeGreaterThan(3)
    const vectors = vectorFileOf(h.platform, tenantId)
    await mkdir(dirname(vectors), { recursive: true })
    await writeFile(vectors, 'vectors')
    expect((await tablesWith(tenantId)).length).toBeGreaterThan(70)
    const id = newId()
    const body = { id, name, reason: 'asked for it', graceDays: 0 }
    await owner.call(deleteTenant, { params: { tenantId }, body })
    await expect.poll(async () => (await runOf(id)).state, { timeout: 60_000 }).toBe('done')
    expect(await tablesWith(tenantId)).toEqual([])
    expect(
      await read("SELECT 1 FROM pgboss.job WHERE data->>'tenantId' = $1 AND state < 'completed'", [tenantId]),
    ).toEqual([])
    await expect(access(vectors)).rejects.toThrow()
    const isThere = async () => {
      const open = await Promise.all(
        files.map(({ key }) =>
          h.platform.files.open(key).then(
            () => true,
            () => false,
          ),
        ),
      )
      return open.filter(Boolean).length
    }
    await expect.poll(isThere, { timeout: 60_000 }).toBe(0)
    const [entry] = await read<{ detail: object }>("SELECT detail FROM auth.audit_log WHERE action = 'tenant_deleted'")
    expect(entry?.detail).toMatchObject({ tenantId, name })
  }, 300_000)

  it('[D3] goes on after a killed process, and leaves every other business as it is', async () => {
    const [first, other] = [await createFullTenant(h, 'B'), await createFullTenant(h, 'C')]
    const before = await tablesWith(other.tenant.id)
    await read(
      `INSERT INTO auth.data_run (id, kind, tenant_id, requested_by, requested_by_email, state, starts_at, created_at, lease_until)
       VALUES ($1, 'delete_tenant', $2, $1, 'x', 'running', now(), now(), now() + interval '1 day') RETURNING 1`,
      [newId(), first.tenant.id],
    )
    let steps = 0
    const dies = {
      say: async () => undefined,
      progress: async () => {
        if (++steps === 30) throw new Error('killed')
      },
    }
    await expect(deleteTenantForGood(h.platform, first.tenant.id, dies, nothing)).rejects.toThrow('killed')
    const killed = () => Promise.reject(new Error('killed in the last transaction'))
    await expect(deleteTenantForGood(h.platform, first.tenant.id, quiet, killed)).rejects.toThrow('last transaction')
    expect(await read('SELECT 1 FROM tenant WHERE id = $1', [first.tenant.id])).toHaveLength(1)
    await deleteTenantForGood(h.platform, first.tenant.id, quiet, nothing)
    expect(await tablesWith(first.tenant.id)).toEqual([])
    expect(await tablesWith(other.tenant.id)).toEqual(before)
  }, 300_000)

  it('[D3] is in the audit log once: an attempt that was killed behind its last transaction is ended by the next', async () => {
    const { id: tenantId } = (await createFullTenant(h, 'D')).tenant
    const { name } = await owner.call(getTenantDetail, { params: { tenantId } })
    const id = newId()
    await owner.call(deleteTenant, { params: { tenantId }, body: { id, name, reason: 'asked for it', graceDays: 0 } })
    await expect.poll(async () => (await runOf(id)).state, { timeout: 60_000 }).toBe('done')
    const vectors = vectorFileOf(h.platform, tenantId)
    await mkdir(dirname(vectors), { recursive: true })
    await writeFile(vectors, 'vectors')
    // As a process that was killed right behind the last transaction leaves it.
    await read("UPDATE auth.data_run SET state = 'running', lease_until = NULL WHERE id = $1 RETURNING 1", [id])
    await runArchive.run(h.platform, { dataRunId: id })
    expect((await runOf(id)).state).toBe('done')
    await expect(access(vectors)).rejects.toThrow()
    expect(
      await read(
        "SELECT detail->>'name' AS name FROM auth.audit_log WHERE action = 'tenant_deleted' AND detail->>'tenantId' = $1",
        [tenantId],
      ),
    ).toEqual([{ name }])
  }, 300_000)

  it('[D3] wants the name typed, suspends at once, and can be cancelled until its day', async () => {
    const made = await h.tenant('Careful & Co')
    const params = { tenantId: made.tenant.id }
    const given = { id: newId(), reason: 'asked for it' }
    const wrong = await owner.fail(deleteTenant, { params, body: { ...given, name: 'Careful' } })
    expect(wrong).toMatchObject({ status: 400 })
    const both = await Promise.all([
      owner.call(deleteTenant, { params, body: { ...given, name: 'Careful & Co' } }),
      owner.call(deleteTenant, { params, body: { ...given, id: newId(), name: 'Careful & Co' } }),
    ])
    expect(both[0].id).toBe(both[1].id)
    const planned = both[0]
    expect(Date.parse(planned.startsAt) - clock.now().getTime()).toBeGreaterThan(13 * DAY_MS)
    expect(await owner.call(getTenantDetail, { params })).toMatchObject({ status: 'SUSPENDED' })
    expect((await owner.call(cancelDeletion, { params: { dataRunId: planned.id } })).state).toBe('cancelled')
    expect(await owner.call(getTenantDetail, { params })).toMatchObject({ status: 'ACTIVE' })
    expect((await owner.fail(cancelDeletion, { params: { dataRunId: planned.id } })).status).toBe(409)
  })

  it('[D3] may not delete the activity of a business that is not being deleted', async () => {
    const made = await h.tenant()
    const tried = made.tenant.tx((t) => t.sql('SELECT * FROM delete_activity($1, 10)', [t.tenantId]))
    await expect(tried).rejects.toThrow()
  })
})
