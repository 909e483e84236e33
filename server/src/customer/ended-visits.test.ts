import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeArticle } from '#server/knowledge/fixture.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { makeGuest } from './fixture.ts'
import { deleteEndedVisits } from './jobs.ts'

const HOUR_MS = 3_600_000
let aheadMs = 0
const clock = { now: () => new Date(Date.now() + aheadMs) }

let h: Harness
beforeAll(async () => {
  h = await startHarness({ overrides: { clock } })
})
afterAll(() => h.stop())

it('a visitor whose session has ended is deleted where nothing was left: no chat and no vote', async () => {
  const { tenant } = await h.tenant()
  const made = async () => (await makeGuest(tenant)).actor
  const [gone, writer, voter, staying] = [await made(), await made(), await made(), await made()]
  const { id: articleId } = await makeArticle(tenant)
  await tenant.tx(async (t) => {
    await t.sql(
      `INSERT INTO conversation (tenant_id, id, channel, state, guest_id) VALUES ($1, gen_random_uuid(), 'chat', 'ai', $2)`,
      [t.tenantId, writer.guestId],
    )
    await t.sql('INSERT INTO article_vote (tenant_id, article_id, guest_id, is_helpful) VALUES ($1, $2, $3, true)', [
      t.tenantId,
      articleId,
      voter.guestId,
    ])
    await t.sql(`UPDATE guest SET expires_at = $2::timestamptz + interval '1 hour' WHERE tenant_id = $1 AND id <> $3`, [
      t.tenantId,
      t.now,
      staying.guestId,
    ])
  })
  // A run at the start of the server has looked through what had ended before.
  aheadMs = 3 * HOUR_MS
  await deleteEndedVisits.run(h.platform)
  const left = await tenant.read((t) =>
    t.sql<{ id: string }>('SELECT id FROM guest WHERE tenant_id = $1', [t.tenantId]),
  )
  expect(left.map(({ id }) => id).sort()).toEqual([writer.guestId, voter.guestId, staying.guestId].sort())
  expect(left.map(({ id }) => id)).not.toContain(gone.guestId)
})

it('visitors whose sessions end in the same moment are all deleted, also where one batch is too small for them', async () => {
  const { tenant } = await h.tenant()
  const { actor } = await makeGuest(tenant)
  const ended = new Date(clock.now().getTime() + HOUR_MS)
  const addMany = (count: number, endedAt: Date) =>
    tenant.tx((t) =>
      t.sql(
        `INSERT INTO guest (tenant_id, id, token_hash, last_seen_at, created_at, expires_at)
         SELECT tenant_id, gen_random_uuid(), gen_random_uuid()::text, last_seen_at, created_at, $3 FROM guest, generate_series(1, $4)
         WHERE tenant_id = $1 AND id = $2`,
        [t.tenantId, actor.guestId, endedAt, count],
      ),
    )
  await addMany(990, new Date(ended.getTime() - 1))
  await addMany(1500, ended)
  aheadMs += 3 * HOUR_MS
  await deleteEndedVisits.run(h.platform)
  const left = await tenant.read((t) => t.sql('SELECT id FROM guest WHERE tenant_id = $1', [t.tenantId]))
  expect(left).toHaveLength(1)
})
