import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TenantId } from '#contracts/ids.ts'
import { getLoad } from '#contracts/owner/load.ts'
import type { LoadMeasure } from '#contracts/owner/load-measure.ts'
import { listTickets } from '#contracts/ticket/ticket.ts'
import { JOBS_SCHEMA } from '#server/platform/jobs/queue.ts'
import { forgetLoad } from '#server/platform/load/reads.ts'
import { clientOf, type TestClient } from '#test/client.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { makeOwner } from './fixture.ts'

let h: Harness
let owner: TestClient
beforeAll(async () => {
  h = await startHarness({ env: { ROLE: 'web' } })
  owner = await makeOwner(h)
})
afterAll(() => h.stop())

const sql = (text: string, values: unknown[] = []) => queryAsOwner(h.database.ownerUrl, text, values)
const load = (by: LoadMeasure = 'databaseMs') => owner.call(getLoad, { query: { by } })
const usageOf = async (id: TenantId) => (await load()).tenants.find(({ tenantId }) => tenantId === id)

describe('[W6] the load of the installation', () => {
  it('names the businesses that use most, counted over all processes', async () => {
    const [quiet, busy] = [await h.tenant('Quiet'), await h.tenant('Busy')]
    const node = await h.secondNode()
    const [ofQuiet, ofBusy] = [await h.member(quiet), await h.member(busy)]
    await ofQuiet.call(listTickets, { query: {} })
    for (let n = 0; n < 6; n += 1) await ofBusy.call(listTickets, { query: {} })
    const elsewhere = clientOf(node.platform.baseUrl, ofBusy.headers)
    for (let n = 0; n < 4; n += 1) await elsewhere.call(listTickets, { query: {} })
    // A request counts once its answer is sent.
    await expect
      .poll(async () => {
        await node.platform.load.store()
        return (await load('requests')).total.requests
      })
      .toBe(11)
    const { tenants, since } = await load('requests')
    expect(tenants.slice(0, 2)).toMatchObject([
      { tenantId: busy.tenant.id, name: 'Busy', requests: 10 },
      { tenantId: quiet.tenant.id, name: 'Quiet', requests: 1 },
    ])
    expect(tenants[0]?.databaseMs).toBeGreaterThan(0)
    expect(Date.now() - Date.parse(since)).toBeGreaterThanOrEqual(3_600_000)
  })

  it('counts transactions by how long they are open, and sorts by what is asked for', async () => {
    const [{ tenant: slow }, { tenant: many }] = [await h.tenant('Slow'), await h.tenant('Many')]
    await slow.read((t) => t.sql('SELECT pg_sleep(0.5)'))
    h.platform.load.count(many.id, 'mails', 50)
    h.platform.load.count(many.id, 'modelCalls', 3)
    expect((await usageOf(slow.id))?.databaseMs).toBeGreaterThan(490)
    expect((await load('mails')).tenants[0]).toMatchObject({ tenantId: many.id, mails: 50, modelCalls: 3 })
    expect((await load('databaseMs')).tenants[0]?.tenantId).toBe(slow.id)
  })

  it('shows slow statements without their values, those of a kind together, and those that run now', async () => {
    const { tenant } = await h.tenant()
    for (const secret of ['secret one', 'secret two'])
      await tenant.read((t) => t.sql(`SELECT pg_sleep(0.3), '${secret}' AS told, $1::text AS given`, [secret]))
    const { slow } = await load()
    expect(JSON.stringify(slow)).not.toContain('secret')
    const told = slow.find(({ text }) => text.includes('told'))
    expect(told).toMatchObject({ text: 'SELECT pg_sleep(?), ? AS told, $1::text AS given', count: 2 })
    expect(told?.totalMs).toBeGreaterThan(600)
    expect(told?.longestMs).toBeLessThan(told?.totalMs ?? 0)
    const running = tenant.read((t) => t.sql(`SELECT pg_sleep(6), 'secret' AS running`))
    await expect
      .poll(async () => (await load()).running, { timeout: 5500 })
      .toMatchObject([{ text: 'SELECT pg_sleep(?), ? AS running', isBlocked: false }])
    await running
  })

  it('says of each queue how many jobs wait and since when the oldest could run', async () => {
    const [queue] = (await sql(
      `INSERT INTO ${JOBS_SCHEMA}.job (name, data, state, start_after)
       SELECT min(name), '{}', 'created'::${JOBS_SCHEMA}.job_state, now() + make_interval(mins => m)
       FROM ${JOBS_SCHEMA}.queue, unnest(ARRAY[-10, -3, 60]) m WHERE policy = 'standard' AND name LIKE '%.%'
       GROUP BY m RETURNING name`,
    )) as { name: string }[]
    const found = (await load()).queues.find(({ name }) => name === queue?.name)
    expect(found).toMatchObject({ waiting: 3, active: 0 })
    const minutes = (Date.now() - Date.parse(found?.oldestDueAt ?? '')) / 60_000
    expect(Math.round(minutes)).toBe(10)
    expect((await load()).queues.find(({ name }) => name !== queue?.name)?.oldestDueAt).toBeNull()
  })

  it('is of the last hour, and older figures are removed', async () => {
    const { tenant } = await h.tenant()
    const add = (minutes: number, requests: number) =>
      sql(
        `INSERT INTO auth.tenant_load (tenant_id, slice_at, requests, database_ms, jobs, model_calls, mails)
         VALUES ($1, now() - make_interval(mins => $2), $3, 1e9, 0, 0, 0)`,
        [tenant.id, minutes, requests],
      )
    await Promise.all([add(30, 1), add(90, 10), add(150, 100)])
    expect(await usageOf(tenant.id)).toMatchObject({ requests: 1 })
    await forgetLoad(h.platform)
    const left = await sql('SELECT requests FROM auth.tenant_load WHERE tenant_id = $1 AND requests > 0 ORDER BY 1', [
      tenant.id,
    ])
    expect(left).toEqual([{ requests: 1 }, { requests: 10 }])
  })

  it('has PostgreSQL’s own statistics only where they are there', async () => {
    expect((await load()).statistics).toBeNull()
  })

  it('is for the platform owner alone', async () => {
    const member = await h.member(await h.tenant(), 'owner')
    expect((await member.fail(getLoad, { query: { by: 'jobs' } })).status).toBe(403)
  })
})
