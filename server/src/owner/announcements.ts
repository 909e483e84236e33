import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, inArray, lte } from 'drizzle-orm'
import type { AnnouncementId } from '#contracts/ids.ts'
import type { AnnouncementView, Audience } from '#contracts/owner/announcement.ts'
import * as m from '#i18n/messages.js'
import type { Member } from '#server/platform/actor.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { getTenant } from '#server/tenant/service.ts'
import { type OwnerCall, recordedAct } from './act.ts'
import { type AnnouncementRow, announcement } from './schema.ts'

/** The list is short by rule. */
const MAX_LISTED = 100

const present = (row: AnnouncementRow): AnnouncementView => ({
  id: row.id,
  title: row.title,
  text: row.text,
  audience: row.audience,
  from: row.fromAt.toISOString(),
  until: row.untilAt.toISOString(),
})

/** Every announcement, the newest first. */
export async function listAnnouncements({ db }: Platform): Promise<AnnouncementView[]> {
  const rows = await db.orm
    .select()
    .from(announcement)
    .orderBy(desc(announcement.createdAt), desc(announcement.id))
    .limit(MAX_LISTED)
  return rows.map(present)
}

type NewAnnouncement = { title: string; text: string; audience: Audience; from: string; until: string }

/** Announces something to the members of all businesses. Throws invalid_input where it would end before it begins. */
export async function createAnnouncement(call: OwnerCall, given: NewAnnouncement): Promise<AnnouncementView> {
  const [fromAt, untilAt] = [new Date(given.from), new Date(given.until)]
  if (untilAt <= fromAt) throw invalid({ 'body.until': m.error_announcement_until })
  const { title, text, audience } = given
  const row = { id: randomUUID() as AnnouncementId, title, text, audience, fromAt, untilAt }
  return recordedAct(call, { action: 'announcement_created', detail: { title } }, async ({ db, clock }) => {
    const [created] = await db.orm
      .insert(announcement)
      .values({ ...row, createdAt: clock.now() })
      .returning()
    if (!created) throw new Error('no announcement was inserted')
    await deleteOldest(db)
    return present(created)
  })
}

/** Deletes what is older than the listed ones: a list that nobody can read to its end must not grow. */
async function deleteOldest({ orm }: Pick<Platform['db'], 'orm'>): Promise<void> {
  const beyond = orm
    .select({ id: announcement.id })
    .from(announcement)
    .orderBy(desc(announcement.createdAt), desc(announcement.id))
    .offset(MAX_LISTED)
  await orm.delete(announcement).where(inArray(announcement.id, beyond))
}

/** Withdraws an announcement. Throws not_found. */
export async function deleteAnnouncement(call: OwnerCall, id: AnnouncementId): Promise<void> {
  await recordedAct(call, { action: 'announcement_deleted', detail: { announcementId: id } }, async ({ db }) => {
    const deleted = await db.orm.delete(announcement).where(eq(announcement.id, id)).returning()
    if (deleted.length === 0) throw notFound('announcement')
  })
}

/** What is announced to this member now, the newest first; nothing where their business switched system updates off. */
export async function listCurrentAnnouncements(tenant: Tenant, { role }: Member): Promise<AnnouncementView[]> {
  if (!(await getTenant(tenant)).notifications.systemUpdates) return []
  const { db, clock } = tenant.platform
  const now = clock.now()
  const rows = await db.orm
    .select()
    .from(announcement)
    .where(
      and(
        lte(announcement.fromAt, now),
        gt(announcement.untilAt, now),
        role === 'agent' ? eq(announcement.audience, 'everyone') : undefined,
      ),
    )
    .orderBy(desc(announcement.createdAt))
    .limit(3)
  return rows.map(present)
}
