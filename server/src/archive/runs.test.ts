import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DataRunId } from '#contracts/ids.ts'
import { listTakeOuts, startTakeOut } from '#contracts/tenant/take-out.ts'
import { unavailable } from '#server/platform/errors.ts'
import { pendingFiles, removePendingFiles } from '#server/platform/files/pending.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { runArchive } from './jobs.ts'

let aheadMs = 0
const clock = { now: () => new Date(Date.now() + aheadMs) }

let h: Harness
beforeAll(async () => {
  // No jobs: the runs stay as they are begun.
  h = await startHarness({ env: { ROLE: 'web' }, overrides: { clock } })
})
afterAll(() => h.stop())

const query = (text: string, values: unknown[] = []) => queryAsOwner(h.database.ownerUrl, text, values)
const newRun = () => ({ body: { id: crypto.randomUUID() as DataRunId } })

describe('the start of a take-out', () => {
  it('[D3] is refused after five within a day, and possible a day later', async () => {
    const made = await h.tenant()
    const owner = await h.member(made, 'owner')
    for (let n = 0; n < 5; n += 1) {
      await owner.call(startTakeOut, newRun())
      await query("UPDATE auth.data_run SET state = 'done' WHERE tenant_id = $1", [made.tenant.id])
    }
    const refused = await owner.fail(startTakeOut, newRun())
    expect(refused.error).toMatchObject({ code: 'rate_limited' })
    expect((await owner.call(listTakeOuts, {})).items).toHaveLength(5)
    await query("UPDATE auth.data_run SET created_at = created_at - interval '1 day' WHERE tenant_id = $1", [
      made.tenant.id,
    ])
    await owner.call(startTakeOut, newRun())
  })

  it('[D3] begins nothing where its entry cannot be written', async () => {
    const made = await h.tenant()
    const owner = await h.member(made, 'owner')
    const { id } = made.tenant
    await query(`ALTER TABLE activity_log ADD CONSTRAINT no_entry CHECK (tenant_id <> '${id}') NOT VALID`)
    try {
      await owner.fail(startTakeOut, newRun())
    } finally {
      await query('ALTER TABLE activity_log DROP CONSTRAINT no_entry')
    }
    expect((await owner.call(listTakeOuts, {})).items).toEqual([])
    await owner.call(startTakeOut, newRun())
    const audited = await query("SELECT 1 FROM auth.audit_log WHERE tenant_id = $1 AND action = 'take_out_started'", [
      id,
    ])
    expect(audited).toHaveLength(1)
  })
})

describe('a take-out whose file store does not answer', () => {
  it('[D3] says so, and goes on by itself when it answers again', async () => {
    const made = await h.tenant()
    const owner = await h.member(made, 'owner')
    const { id: dataRunId } = (await owner.call(startTakeOut, newRun())) as { id: DataRunId }
    const away = { ...h.platform.files, put: () => Promise.reject(unavailable(new Error('away'))) }
    const seen = async () => (await owner.call(listTakeOuts, {})).items[0]
    await runArchive.run({ ...h.platform, files: away }, { dataRunId })
    const waiting = await seen()
    expect(waiting?.state).toBe('running')
    expect(waiting?.log.at(-1)?.text).toContain('It is tried again by itself.')
    // Not at once.
    await runArchive.run(h.platform, { dataRunId })
    expect((await seen())?.state).toBe('running')
    aheadMs = 40_000
    await runArchive.run(h.platform, { dataRunId })
    expect((await seen())?.state).toBe('done')
  })

  it('[D3] is given up after five attempts, with the reason', async () => {
    const made = await h.tenant()
    const owner = await h.member(made, 'owner')
    const { id: dataRunId } = (await owner.call(startTakeOut, newRun())) as { id: DataRunId }
    const away = { ...h.platform.files, put: () => Promise.reject(unavailable(new Error('away'))) }
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await runArchive.run({ ...h.platform, files: away }, { dataRunId })
      aheadMs += 200_000
    }
    const [run] = (await owner.call(listTakeOuts, {})).items
    expect(run?.state).toBe('failed')
    expect(run?.log.at(-1)?.level).toBe('failed')
  })
})

describe('files that long work stores before their rows', () => {
  it('[D3] are removed where the process was killed before, and stay once their rows are written', async () => {
    const { files, db } = h.platform
    const killed = await pendingFiles(h.platform).put(Buffer.from('left'), { isOpaque: true })
    const ended = pendingFiles(h.platform)
    const kept = await ended.put(Buffer.from('kept'), { isOpaque: true })
    await ended.keep(db.query)
    await removePendingFiles.run(h.platform)
    expect((await files.open(killed.key)).size).toBe(4)
    await query("UPDATE auth.pending_file SET until_at = now() - interval '1 second'")
    await removePendingFiles.run(h.platform)
    await expect(files.open(killed.key)).rejects.toMatchObject({ code: 'not_found' })
    const { stream, size } = await files.open(kept.key)
    stream.destroy()
    expect(size).toBe(4)
    expect(await query('SELECT 1 FROM auth.pending_file')).toEqual([])
  })
})
