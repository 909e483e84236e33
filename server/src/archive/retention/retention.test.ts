import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { getRetention, saveRetention, tryRetention } from '#contracts/tenant/retention.ts'
import { makeInboundMail } from '#server/inbound-mail/fixture.ts'
import { makeAttempt } from '#server/provider/fixture.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { startChat, submitForm, uploadText } from '#test/proof/full-tenant.ts'
import { applyRetention, deleteOld } from './apply.ts'

const DAY_MS = 86_400_000
let aheadMs = 0
const clock = { now: () => new Date(Date.now() + aheadMs) }

let h: Harness
beforeAll(async () => {
  h = await startHarness({ env: { ROLE: 'web' }, overrides: { clock } })
})
afterAll(() => h.stop())
afterEach(() => {
  aheadMs = 0
})

const OFF = { chatsDays: null, filesDays: null, aiRecordsDays: null, mailsDays: null }
const ALL = { chatsDays: 5, filesDays: 5, aiRecordsDays: 5, mailsDays: 5 }

async function countsOf({ tenant }: TestTenant) {
  const [row] = await queryAsOwner(
    h.database.ownerUrl,
    `SELECT (SELECT count(*)::int FROM conversation WHERE tenant_id = $1) AS conversations,
       (SELECT count(*)::int FROM message WHERE tenant_id = $1) AS messages,
       (SELECT count(*)::int FROM ticket WHERE tenant_id = $1) AS tickets,
       (SELECT count(*)::int FROM file WHERE tenant_id = $1) AS files,
       (SELECT count(*)::int FROM ai_attempt WHERE tenant_id = $1) AS attempts,
       (SELECT count(*)::int FROM inbound_mail WHERE tenant_id = $1) AS mails`,
    [tenant.id],
  )
  return row as Record<string, number>
}

/** A business with a chat, a ticket with a file that is finished, an AI call and a received mail. */
async function arrange() {
  const made = await h.tenant()
  const [owner, guest] = [await h.member(made, 'owner'), await h.guest(made)]
  await startChat(guest, made.slug)
  const chat = await startChat(guest, made.slug, [await uploadText(guest, made.slug)])
  const ticketId = await submitForm(guest, made.slug, chat.conversationId)
  await made.tenant.tx((t) =>
    t.sql("UPDATE ticket SET status = 'closed' WHERE tenant_id = $1 AND id = $2", [t.tenantId, ticketId]),
  )
  await makeAttempt(made.tenant)
  await makeInboundMail(made.tenant, ticketId)
  await made.tenant.tx((t) =>
    t.sql('UPDATE inbound_mail SET processed_at = received_at WHERE tenant_id = $1', [t.tenantId]),
  )
  return { made, owner, before: await countsOf(made) }
}

describe('retention', () => {
  it('[D6] counts by a dry run what it would delete, and changes nothing', async () => {
    const { made, owner, before } = await arrange()
    expect(await owner.call(tryRetention, { body: ALL })).toEqual({ chats: 0, files: 0, aiRecords: 0, mails: 0 })
    aheadMs = 6 * DAY_MS
    const { chats, files, aiRecords, mails } = await owner.call(tryRetention, { body: ALL })
    expect({ chats, files, mails }).toEqual({ chats: 1, files: 1, mails: before.mails })
    expect(aiRecords).toBeGreaterThanOrEqual(before.attempts ?? 1)
    expect(await owner.call(tryRetention, { body: { ...OFF, filesDays: 5 } })).toMatchObject({ chats: 0, files: 1 })
    expect(await countsOf(made)).toEqual(before)
  })

  it('[D6] deletes what the dry run counted, and keeps tickets, their messages and what is younger', async () => {
    const { made, owner, before } = await arrange()
    const { version } = await owner.call(getRetention)
    await owner.call(saveRetention, { body: { version, policy: ALL } })
    await applyRetention.run(h.platform)
    expect(await countsOf(made)).toEqual(before)
    aheadMs = 6 * DAY_MS
    const counted = await owner.call(tryRetention, { body: ALL })
    expect(await deleteOld(made.tenant)).toEqual(counted)
    const after = await countsOf(made)
    expect(after).toMatchObject({ conversations: 1, tickets: 1, files: 0, attempts: 0, mails: 0 })
    expect(after.messages).toBeGreaterThan(0)
    expect(await deleteOld(made.tenant)).toEqual({ chats: 0, files: 0, aiRecords: 0, mails: 0 })
    const view = await owner.call(getRetention)
    expect(view).toMatchObject({ policy: ALL, lastRunAt: expect.any(String) })
  })

  it('[D6] is set by owners alone, and not over a change of somebody else', async () => {
    const { made, owner } = await arrange()
    const admin = await h.member(made, 'admin')
    expect((await admin.fail(getRetention)).status).toBe(403)
    expect((await admin.fail(saveRetention, { body: { version: 0, policy: ALL } })).status).toBe(403)
    await owner.call(saveRetention, { body: { version: 0, policy: OFF } })
    const stale = await owner.fail(saveRetention, { body: { version: 0, policy: ALL } })
    expect(stale).toMatchObject({ status: 409 })
    expect((await owner.call(getRetention)).policy).toEqual(OFF)
    expect((await owner.fail(tryRetention, { body: { ...OFF, chatsDays: 0 } })).status).toBe(400)
  })

  it('[D6] deletes nothing of a business without a policy', async () => {
    const { made, before } = await arrange()
    aheadMs = 4000 * DAY_MS
    await applyRetention.run(h.platform)
    expect(await countsOf(made)).toEqual(before)
  })
})
