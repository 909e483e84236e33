import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { getErasureCertificate, listErasures } from '#contracts/customer/erasure-certificate.ts'
import type { CustomerErasureId } from '#contracts/ids.ts'
import { makeCustomer, makeGuest } from '#server/customer/fixture.ts'
import { removeStoredFile } from '#server/platform/files/removal.ts'
import { pathOf } from '#test/client.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { certifyNext } from './certify.ts'
import { eraseCustomer } from './erase.ts'
import { eraseNext } from './erase-next.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ env: { ROLE: 'web' } })
})
afterAll(() => h.stop())

const caller = { address: null, requestId: null, requireFreshSignIn: async () => undefined }

/** Begins an erasure; `before` writes what no erasure would find by itself. */
async function erased(
  before: (of: { tenantId: string; email: string; erasureId: string }) => Promise<void> = async () => {},
) {
  const made = await h.tenant()
  const admin = await h.member(made, 'admin')
  const { id, email } = await makeCustomer(made.tenant)
  const erasureId = crypto.randomUUID() as CustomerErasureId
  const confirmation = email ?? ''
  await eraseCustomer(made.tenant, admin.actor, caller, id, { id: erasureId, version: 1, confirmation })
  await before({ tenantId: made.tenant.id, email: confirmation, erasureId })
  while (!(await eraseNext(made.tenant, erasureId)));
  while (!(await certifyNext(made.tenant, erasureId)));
  const response = await admin.raw(pathOf(getErasureCertificate, { params: { customerErasureId: erasureId } }))
  return { made, admin, email: confirmation, erasureId, certificate: await response.text(), status: response.status }
}

/** An erasure of which only the look for a residue is left, with stored files of which the first and the last name the person. */
async function erasedUpToScan(fileCount: number) {
  const made = await h.tenant()
  const admin = await h.member(made, 'admin')
  const { id, email } = await makeCustomer(made.tenant)
  const erasureId = crypto.randomUUID() as CustomerErasureId
  await eraseCustomer(made.tenant, admin.actor, caller, id, { id: erasureId, version: 1, confirmation: email ?? '' })
  while (!(await eraseNext(made.tenant, erasureId)));
  const stored: string[] = []
  for (let n = 0; n < fileCount; n += 1) {
    const holds = n === 0 || n === fileCount - 1
    stored.push((await h.platform.files.put(Buffer.from(holds ? `${email}` : 'nothing'), { isOpaque: true })).key)
  }
  await write(
    `INSERT INTO file (tenant_id, id, uploaded_by_kind, uploaded_by_id, name, mime, size, is_image, storage_key, created_at)
     SELECT $1, gen_random_uuid(), 'member', gen_random_uuid(), 'x', 'x', 1, false, key, now() FROM unnest($2::text[]) key RETURNING 1`,
    [made.tenant.id, stored],
  )
  return { made, erasureId, fileCount }
}

const write = (text: string, values: unknown[]) => queryAsOwner(h.database.ownerUrl, text, values)

describe('the residue scan of an erasure', () => {
  it('[D6] ends with a certificate that names nobody and finds nothing', async () => {
    const { admin, email, erasureId, certificate, status } = await erased()
    expect(status).toBe(200)
    expect(certificate).toMatch(/Found of the person:\n {2}none/)
    expect(certificate).toMatch(/all columns of \d{2} tables/)
    expect(certificate).not.toContain(email)
    const { items } = await admin.call(listErasures)
    expect(items).toMatchObject([{ id: erasureId, residue: 0, finishedAt: expect.any(String) }])
  })

  it('[D6] finds an address in any column of any table and says where', async () => {
    const { certificate, admin } = await erased(async ({ tenantId, email }) => {
      await write(
        `INSERT INTO faq (tenant_id, id, question, answer, phrasings, category, priority, language, is_published, created_by_name, created_at, updated_at)
         SELECT $1, gen_random_uuid(), 'Who?', 'x', ARRAY[$2::text], 'general', 'medium', 'en', true, 'x', now(), now() RETURNING 1`,
        [tenantId, `Ask ${email.toUpperCase()}`],
      )
    })
    expect(certificate).toContain('  faq: 1')
    expect((await admin.call(listErasures)).items[0]?.residue).toBe(1)
  })

  it('[D6] finds an address in a stored file', async () => {
    const { certificate } = await erased(async ({ tenantId, email }) => {
      const { key } = await h.platform.files.put(Buffer.from(`${'x'.repeat(65_530)} ${email}`), { isOpaque: true })
      await write(
        `INSERT INTO file (tenant_id, id, uploaded_by_kind, uploaded_by_id, name, mime, size, is_image, storage_key, created_at)
         VALUES ($1, gen_random_uuid(), 'member', gen_random_uuid(), 'x', 'x', 1, false, $2, now()) RETURNING 1`,
        [tenantId, key],
      )
    })
    expect(certificate).toContain('files of file: 1')
  })

  it('[D6] removes the files of imports that nothing works on, and counts those that it leaves', async () => {
    const made = await h.tenant()
    const admin = await h.member(made, 'admin')
    const { id, email } = await makeCustomer(made.tenant)
    const add = async (status: string) => {
      const [upload, records] = [await stored(), await stored()]
      await write(
        `INSERT INTO data_import (tenant_id, id, source, status, file_key, records_key, created_by, created_by_name, created_at, changed_at)
         VALUES ($1, gen_random_uuid(), 'csv', $2, $3, $4, gen_random_uuid(), 'x', now(), now()) RETURNING 1`,
        [made.tenant.id, status, upload, records],
      )
      return [upload, records]
    }
    const stored = async () => (await h.platform.files.put(Buffer.from(`${email}`), { isOpaque: true })).key
    const unworked = [...(await add('ready')), ...(await add('failed'))]
    const used = await add('running')
    const erasureId = crypto.randomUUID() as CustomerErasureId
    await eraseCustomer(made.tenant, admin.actor, caller, id, { id: erasureId, version: 1, confirmation: email ?? '' })
    while (!(await eraseNext(made.tenant, erasureId)));
    while (!(await certifyNext(made.tenant, erasureId)));
    const named = await write(
      'SELECT unnest(ARRAY[file_key, records_key]) AS key FROM data_import WHERE tenant_id = $1 AND file_key IS NOT NULL',
      [made.tenant.id],
    )
    expect(named.map(({ key }) => key)).toEqual(used)
    const removals = await write(
      "SELECT data->>'storageKey' AS key FROM pgboss.job WHERE name = $1 AND data->>'storageKey' = ANY ($2)",
      [removeStoredFile.name, [...unworked, ...used]],
    )
    expect(removals.map(({ key }) => key).sort()).toEqual(unworked.toSorted())
    const certificate = await admin.raw(pathOf(getErasureCertificate, { params: { customerErasureId: erasureId } }))
    expect(await certificate.text()).toMatch(/Files of imports that were not read, [^:]*: 1\./)
  })

  it('[D6] replaces the person in activity and audit log by one function, which is audited itself', async () => {
    const { made, email, certificate } = await erased(async ({ tenantId, email: address }) => {
      await write(
        `INSERT INTO auth.audit_log (action, tenant_id, actor_kind, actor_email, detail)
         VALUES ('sign_in', $1, 'unauthenticated', $2, jsonb_build_object('to', $2::text)), ('sign_in', gen_random_uuid(), 'unauthenticated', $2, '{}')
         RETURNING 1`,
        [tenantId, address],
      )
      await write(
        `INSERT INTO activity_log (tenant_id, id, action, type, actor_kind, actor_name, actor_email, at)
         VALUES ($1, gen_random_uuid(), 'Wrote to ' || $2::text, 'general', 'guest', 'Somebody', $2, now()) RETURNING 1`,
        [tenantId, address],
      )
    })
    expect(certificate).toMatch(/Found of the person:\n {2}none/)
    const entries = await write('SELECT action, actor_email, detail FROM auth.audit_log WHERE tenant_id = $1', [
      made.tenant.id,
    ])
    expect(JSON.stringify(entries)).not.toContain(email)
    expect(entries.map((one) => (one as { action: string }).action)).toContain('person_pseudonymised')
    // Another business's entry is not this one's to change.
    expect(await write('SELECT 1 FROM auth.audit_log WHERE actor_email = $1', [email])).toHaveLength(1)
  })

  it('[D6] replaces an address in any spelling, and leaves another one that it is a part of', async () => {
    const others = (email: string) => [`jo.${email}`, `${email}.org`, `a${email}`]
    const { made, email, certificate } = await erased(async ({ tenantId, email: address }) => {
      const text = `Hello\n${address.toUpperCase()}, ${address}. Not ${others(address).join(' ')}`
      await write(
        `INSERT INTO activity_log (tenant_id, id, action, type, actor_kind, actor_name, changes, at)
         VALUES ($1, gen_random_uuid(), $2::text, 'general', 'member', 'Ada', jsonb_build_array($2::text), now()) RETURNING 1`,
        [tenantId, text],
      )
      await write(
        `INSERT INTO auth.audit_log (action, tenant_id, actor_kind, detail) VALUES ('export', $1, 'system', jsonb_build_object('to', $2::text)) RETURNING 1`,
        [tenantId, text],
      )
      const { key } = await h.platform.files.put(Buffer.from(others(address).join('\n')), { isOpaque: true })
      await write(
        `INSERT INTO file (tenant_id, id, uploaded_by_kind, uploaded_by_id, name, mime, size, is_image, storage_key, created_at)
         VALUES ($1, gen_random_uuid(), 'member', gen_random_uuid(), 'x', 'x', 1, false, $2, now()) RETURNING 1`,
        [tenantId, key],
      )
    })
    const left = `Hello\n[erased], [erased]. Not ${others(email).join(' ')}`
    const activity = await write(
      "SELECT action, changes FROM activity_log WHERE tenant_id = $1 AND action LIKE 'Hello%'",
      [made.tenant.id],
    )
    expect(activity).toEqual([{ action: left, changes: [left] }])
    expect(
      await write("SELECT detail FROM auth.audit_log WHERE tenant_id = $1 AND action = 'export'", [made.tenant.id]),
    ).toEqual([{ detail: { to: left } }])
    expect(certificate).toMatch(/Found of the person:\n {2}none/)
  })

  it('[D6] leaves no memory that an answer under way has written since the erasure began', async () => {
    const made = await h.tenant()
    const admin = await h.member(made, 'admin')
    const { actor } = await makeGuest(made.tenant)
    const { id, email } = await makeCustomer(made.tenant)
    await write('UPDATE guest SET customer_id = $2 WHERE id = $1 RETURNING 1', [actor.guestId, id])
    const erasureId = crypto.randomUUID() as CustomerErasureId
    await eraseCustomer(made.tenant, admin.actor, caller, id, { id: erasureId, version: 1, confirmation: email ?? '' })
    await write(
      `INSERT INTO memory (tenant_id, id, guest_id, visit_count, content, first_visit_at, last_seen_at)
       VALUES ($1, gen_random_uuid(), $2, 1, '{}', now(), now()) RETURNING 1`,
      [made.tenant.id, actor.guestId],
    )
    while (!(await eraseNext(made.tenant, erasureId)));
    expect(await write('SELECT 1 FROM memory WHERE tenant_id = $1', [made.tenant.id])).toEqual([])
  })

  it('[D6] reads files a few at a time and goes on behind those that were read', async () => {
    const { made, erasureId, fileCount } = await erasedUpToScan(45)
    const read = vi.spyOn(h.platform.files, 'find')
    expect(await certifyNext(made.tenant, erasureId)).toBe(false)
    expect(read).toHaveBeenCalledTimes(20)
    while (!(await certifyNext(made.tenant, erasureId)));
    expect(read).toHaveBeenCalledTimes(fileCount)
    read.mockRestore()
    const [row] = await write('SELECT scan, scanning, emails FROM customer_erasure WHERE id = $1', [erasureId])
    expect(row).toMatchObject({
      scan: { files: fileCount, residue: [{ name: 'files of file', rows: 2 }] },
      scanning: null,
      emails: [],
    })
  })

  it('[D6] refuses the function outside of a running erasure, and to every other way of changing the logs', async () => {
    const { made, erasureId } = await erased()
    for (const text of [
      `SELECT pseudonymise_records('${erasureId}', 'x')`,
      "UPDATE activity_log SET action = 'x'",
      'DELETE FROM activity_log',
      "UPDATE auth.audit_log SET action = 'x'",
    ]) {
      await expect(made.tenant.tx((t) => t.sql(text))).rejects.toThrow()
    }
  })
})
