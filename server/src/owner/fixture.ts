import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { AnnouncementId, DataRunId, SupportAccessId, TenantId, UserId } from '#contracts/ids.ts'
import { makeAccount, makeSession } from '#server/identity/fixture.ts'
import { insertRun, updateRun } from '#server/platform/data-runs/queries.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { addMember } from '#server/tenant/service.ts'
import { clientOf, type TestClient } from '#test/client.ts'
import type { Harness, TestTenant } from '#test/harness.ts'
import { announcement, migratedDocument, supportAccess } from './schema.ts'

/** The platform owner, signed in; a member of `memberOf` too. */
export async function makeOwner(h: Harness, memberOf?: TestTenant): Promise<TestClient & { email: string }> {
  const { userId, email } = await makeAccount(h.platform, { platformRole: 'super-admin' })
  await memberOf?.tenant.tx((t) => addMember(t, { userId, name: 'Pat Doe', email, role: 'owner' }))
  return { ...clientOf(h.url, { cookie: await makeSession(h.platform, userId) }), email }
}

/** Support on a business's desk for an hour, in no session. */
export async function makeSupportAccess({ id: tenantId, platform }: Tenant): Promise<SupportAccessId> {
  const id = randomUUID() as SupportAccessId
  const startedAt = platform.clock.now()
  const endsAt = new Date(startedAt.getTime() + 3_600_000)
  const row = { id, tenantId, userId: randomUUID() as UserId, reason: 'proof', startedAt, endsAt }
  await platform.db.orm.insert(supportAccess).values(row)
  return id
}

/** An announcement of the past. */
export async function makeAnnouncement({ db, clock }: Platform): Promise<AnnouncementId> {
  const id = randomUUID() as AnnouncementId
  const at = clock.now()
  const row = { title: 'proof', text: 'proof', audience: 'everyone' as const, fromAt: at, untilAt: at, createdAt: at }
  await db.orm.insert(announcement).values({ id, ...row })
  return id
}

/** A run that is over: on the platform's data, or on those of a business. */
export async function makeDataRun(
  { db, clock, files }: Platform,
  tenantId: TenantId | null = null,
): Promise<DataRunId> {
  const id = randomUUID() as DataRunId
  const at = clock.now()
  const kind = tenantId ? ('take_out' as const) : ('check' as const)
  const by = { requestedBy: randomUUID() as UserId, requestedByEmail: 'proof@example.com' }
  await insertRun(db, { id, kind, tenantId, ...by, state: 'done', startsAt: at, createdAt: at, finishedAt: at })
  if (!tenantId) return id
  const { key, size } = await files.put(Readable.from(['proof']), { isOpaque: true, maxBytes: 100 })
  await updateRun(db, id, { storageKey: key, fileBytes: size, expiresAt: new Date(at.getTime() + 3_600_000) })
  return id
}

/** A document that a business took over from the earlier system. */
export const makeMigratedDocument = (tenant: Tenant) =>
  tenant.tx((t) =>
    t.db
      .insert(migratedDocument)
      .values({ tenantId: t.tenantId, migratedFrom: 'business_settings/proof', migratedAt: t.now }),
  )
