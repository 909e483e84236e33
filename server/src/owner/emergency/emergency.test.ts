import { createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DataRunId } from '#contracts/ids.ts'
import { type DataRunView, getDataRun } from '#contracts/owner/data-run.ts'
import { getEmergencyPage, startEmergencyAction, uploadEarlierExport } from '#contracts/owner/emergency.ts'
import { makeOwner } from '#server/owner/fixture.ts'
import { updateRun } from '#server/platform/data-runs/queries.ts'
import { encryptSecret } from '#server/platform/secrets/encrypt.ts'
import type { TestClient } from '#test/client.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'

let h: Harness
let owner: TestClient & { email: string }
beforeAll(async () => {
  h = await startHarness({})
  owner = await makeOwner(h)
})
afterAll(() => h.stop())

const read = <Row extends object>(text: string, values: unknown[] = []) =>
  queryAsOwner<Row & Record<string, unknown>>(h.database.ownerUrl, text, values)
const newId = () => randomUUID() as DataRunId

async function upload(content: string, who: TestClient = owner) {
  const form = new FormData()
  form.append('file', new Blob([content]), 'export.json')
  const response = await who.raw(uploadEarlierExport.path, { method: 'POST', body: form })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

async function ended(id: DataRunId): Promise<DataRunView> {
  const view = () => owner.call(getDataRun, { params: { dataRunId: id } })
  await expect.poll(async () => (await view()).state, { timeout: 30_000 }).toMatch(/done|failed/)
  return view()
}
const run = async (kind: 'starter' | 'migrate' | 'check', slug?: string) => {
  const id = newId()
  await owner.call(startEmergencyAction, { body: { id, kind, ...(slug ? { slug } : {}) } })
  return ended(id)
}

const exportOf = (slug: string) =>
  JSON.stringify({
    'business_settings/u1': {
      tenantId: slug,
      businessInfo: {
        companyName: 'Earlier & Sons',
        supportEmail: 'help@earlier.example',
        timezone: 'Europe/Berlin',
        businessHours: { start: '08:00', end: '16:00', days: ['monday'] },
      },
    },
    'business_settings/u2': { tenantId: 'somebody-else', businessInfo: { companyName: 'Foreign' } },
    'api_settings/u1': { openai: 'sk-earlier-0123456789', note: 'kept nowhere' },
    'business_profiles/u1': { companyName: 'Earlier & Sons', mainProducts: 'Kettles', industry: 'no such industry' },
    'tenants/x/support_tickets/t1': { subject: 'stays in the export' },
  })

async function stateOf({ tenant }: TestTenant) {
  const [row] = await read(
    `SELECT (SELECT row_to_json(t) FROM tenant t WHERE id = $1) AS tenant,
       (SELECT json_agg(p) FROM ai_provider p WHERE tenant_id = $1) AS providers,
       (SELECT row_to_json(p) FROM business_profile p WHERE tenant_id = $1) AS profile,
       (SELECT json_agg(d ORDER BY migrated_from) FROM migrated_document d WHERE tenant_id = $1) AS documents`,
    [tenant.id],
  )
  return row as Record<string, never>
}

describe('the emergency data page', () => {
  it('[D1] is for the platform owner alone, and every action is in the audit log', async () => {
    const made = await h.tenant()
    for (const who of [h.visitor(), await h.member(made, 'owner')]) {
      const body = JSON.stringify({ id: newId(), kind: 'starter' })
      const headers = { 'content-type': 'application/json' }
      expect((await who.raw(startEmergencyAction.path, { method: 'POST', body, headers })).status).toBeGreaterThan(400)
      expect((await who.raw(getEmergencyPage.path)).status).toBeGreaterThan(400)
      expect((await upload('{}', who)).status).toBeGreaterThan(400)
    }
    await run('check')
    await upload(exportOf(made.slug))
    const entries = await read<{ action: string }>('SELECT action FROM auth.audit_log WHERE actor_email = $1', [
      owner.email,
    ])
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['emergency_check', 'earlier_export_read']),
    )
  })

  it('[D1] creates the starter business with its limits, and a second time nothing more', async () => {
    const first = await run('starter')
    expect(first).toMatchObject({ state: 'done', done: 3, total: 3 })
    const all = () =>
      read(
        `SELECT t.id, s.plan_id, s.ticket_limit, s.seat_limit, o.completed_at IS NOT NULL AS onboarded,
           (SELECT count(*)::int FROM ticket k WHERE k.tenant_id = t.id) AS tickets,
           (SELECT count(*)::int FROM customer c WHERE c.tenant_id = t.id) AS customers,
           (SELECT count(*)::int FROM agent a WHERE a.tenant_id = t.id) AS agents,
           (SELECT string_agg(m.email, ',') FROM member m WHERE m.tenant_id = t.id) AS members
         FROM tenant t JOIN subscription s ON s.tenant_id = t.id JOIN onboarding o ON o.tenant_id = t.id WHERE t.name = 'Starter Business'`,
      )
    const before = await all()
    const expected = { plan_id: 'lifetime', ticket_limit: 50_000, seat_limit: 1000, onboarded: true, tickets: 1 }
    expect(before).toEqual([expect.objectContaining({ ...expected, customers: 1, agents: 8, members: owner.email })])
    expect((await run('starter')).log.map(({ text }) => text).join('\n')).toMatch(/exists already/)
    expect(await all()).toEqual(before)
  })

  it('[D1] migrates the root collections into the business once: a second run changes nothing more', async () => {
    const made = await h.tenant()
    expect((await upload(exportOf(made.slug))).body).toMatchObject({ documents: 5 })
    const first = await run('migrate', made.slug)
    expect(first).toMatchObject({ state: 'done', done: 4, total: 4 })
    const after = await stateOf(made)
    expect(after).toMatchObject({
      tenant: {
        name: 'Earlier & Sons',
        business_info: { supportEmail: 'help@earlier.example', timezone: 'Europe/Berlin' },
      },
      providers: [{ provider: 'openai', key_end: '6789', status: 'untested' }],
      profile: { profile: { mainProducts: 'Kettles', industry: '' } },
      documents: [
        { migrated_from: 'api_settings/u1', migrated_at: expect.any(String) },
        { migrated_from: 'business_profiles/u1' },
        { migrated_from: 'business_settings/u1' },
      ],
    })
    expect(JSON.stringify(after)).not.toContain('sk-earlier')
    const second = await run('migrate', made.slug)
    expect(second.log.map(({ text }) => text)).toContain(
      'Migrated now: 0. Migrated before: 3. Of other businesses, left out: 1.',
    )
    expect(await stateOf(made)).toEqual(after)
  })

  it('[D1] keeps what the business entered itself: a profile field, and a provider key', async () => {
    const made = await h.tenant()
    await upload(exportOf(made.slug))
    await run('migrate', made.slug)
    const [before] = await read('SELECT encrypted_key FROM ai_provider WHERE tenant_id = $1', [made.tenant.id])
    await upload(JSON.stringify({ 'api_settings/u9': { openai: 'sk-other-9876543210' } }))
    await run('migrate', made.slug)
    expect(await read('SELECT encrypted_key FROM ai_provider WHERE tenant_id = $1', [made.tenant.id])).toEqual([before])
  })

  it('[D1] stores no document of the earlier system in the clear', async () => {
    await upload(exportOf('anything'))
    const [row] = await read('SELECT string_agg(d::text, $1) AS all FROM auth.earlier_document d', [' '])
    expect(String(row?.all)).toContain('business_settings/u1')
    expect(String(row?.all)).not.toMatch(/sk-earlier|help@earlier/)
  })

  it('[D1] counts where data is stored: in the export, on the installation, in a business', async () => {
    const made = await h.tenant()
    await upload(exportOf(made.slug))
    const lines = (await run('check', made.slug)).log.map(({ text }) => text)
    expect(lines).toEqual(
      expect.arrayContaining([
        'Export, business_settings: 2',
        'Export, tenants/support_tickets: 1',
        `${made.slug}, member: 0`,
        expect.stringMatching(/^This installation: businesses \d+, accounts \d+$/),
      ]),
    )
  })

  it.each([
    ['a cut-off file', '{"business_settings/u1": {"a"', 'not JSON, or it is cut off'],
    ['a list', '[1, 2]', 'one JSON object'],
    ['a path of a collection', '{"business_settings": {}}', 'is not the path of a document'],
    ['an empty object', '{}', 'holds no documents'],
  ])('[D1] refuses %s with a clear line and keeps the export read before', async (_, content, line) => {
    await upload(exportOf('before'))
    const { status, body } = await upload(content)
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain(line)
    const { staged } = await owner.call(getEmergencyPage)
    expect(staged.documents).toBe(5)
  })

  it('[D1] starts nothing twice by a double click, and goes on where a killed process stopped', async () => {
    const made = await h.tenant()
    await upload(exportOf(made.slug))
    const id = newId()
    const start = () => owner.call(startEmergencyAction, { body: { id, kind: 'migrate', slug: made.slug } })
    const both = await Promise.all([start(), start()])
    expect(both.map((one) => one.id)).toEqual([id, id])
    await ended(id)
    expect((await read('SELECT 1 FROM auth.data_run WHERE id = $1', [id])).length).toBe(1)
    // A process that died has left its lease behind.
    await updateRun(h.platform.db, id, { state: 'running', finishedAt: null, leaseUntil: new Date(0) })
    const view = await ended(id)
    expect(view.log.map(({ text }) => text)).toContain('It was interrupted. It goes on now.')
    expect(view.log.map(({ text }) => text)).toContain(
      'Migrated now: 0. Migrated before: 3. Of other businesses, left out: 1.',
    )
  })

  it('[D1] says so where the export was read under another master key, and changes nothing', async () => {
    const made = await h.tenant()
    const otherKey = createSecretKey(randomBytes(32))
    await upload(exportOf(made.slug))
    const foreign = encryptSecret(otherKey, '{}', 'earlier document:api_settings/u1')
    await read("UPDATE auth.earlier_document SET encrypted = $1 WHERE path = 'api_settings/u1' RETURNING 1", [foreign])
    const view = await run('migrate', made.slug)
    expect(view.state).toBe('failed')
    expect(view.log.at(-1)?.text).toContain('another master key')
    expect((await stateOf(made)).documents).toBeNull()
  })
})
