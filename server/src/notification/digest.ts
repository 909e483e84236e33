import { and, asc, eq, inArray, lte } from 'drizzle-orm'
import type { TenantId, UserId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import type { MailRhythm } from '#contracts/notification/preferences.ts'
import * as m from '#i18n/messages.js'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { RecurringJob } from '#server/platform/jobs/job.ts'
import { runForEach } from '#server/platform/jobs/recurring-jobs.ts'
import type { MailText } from '#server/platform/mail/layout.ts'
import { tenantOf } from '#server/platform/platform.ts'
import type { TenantRow } from '#server/tenant/schema.ts'
import { hourIn, readTenant } from '#server/tenant/service.ts'
import { layOut, letter, senderOf } from './channels/email/letter.ts'
import { writeMail } from './outbox.ts'
import { findNotifiedMember } from './preference-queries.ts'
import { type DigestEntryRow, digestEntry } from './schema.ts'

const HOUR_MS = 3_600_000
/** A daily mail is sent at this hour in the business's time zone. */
const MORNING = 8

/** When what happens now is mailed: at the next full hour, or at the next eight o'clock of the business. */
export function dueAt(rhythm: Exclude<MailRhythm, 'immediately'>, now: Date, timezone: string): Date {
  const next = new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS)
  if (rhythm === 'hourly') return next
  for (let hours = 0; hours < 25; hours += 1) {
    const at = new Date(next.getTime() + hours * HOUR_MS)
    if (hourIn(timezone, at) === MORNING) return at
  }
  return next
}

/** Adds a line to the next mail of a member who gets them together. */
export const addToDigest = (t: Tx, entry: NewDigestEntry): void => t.gather(writeDigestEntries, entry)

type NewDigestEntry = Omit<DigestEntryRow, 'tenantId' | 'id' | 'createdAt'>

const writeDigestEntries = (t: Tx, entries: readonly NewDigestEntry[]): void =>
  t.write(
    t.db
      .insert(digestEntry)
      .values(entries.map((entry) => ({ ...entry, tenantId: t.tenantId, id: crypto.randomUUID(), createdAt: t.now }))),
  )

/** The most lines of one mail; the others follow in the next. */
const MOST = 100
const SWEEP_LIMIT = 500

/** Mails to each member what was due to them together. */
export const sendDigests: RecurringJob = {
  name: 'notification.digest',
  everySeconds: 60,
  run: async (platform) => {
    const due = await platform.db.query<{ tenant_id: TenantId; user_id: UserId }>(
      'SELECT tenant_id, user_id FROM due_digests($1, $2)',
      [platform.clock.now(), SWEEP_LIMIT],
    )
    await runForEach(platform, due, async ({ tenant_id: tenantId, user_id: userId }) => {
      await tenantOf(platform, tenantId).tx((t) => sendDigest(t, userId, platform.baseUrl))
    })
  },
}

async function sendDigest(t: Tx, userId: UserId, baseUrl: string): Promise<void> {
  const isTheirs = and(eq(digestEntry.tenantId, t.tenantId), eq(digestEntry.userId, userId))
  const [tenant, found, entries] = await Promise.all([
    readTenant(t),
    findNotifiedMember(t, userId),
    t.db
      .select()
      .from(digestEntry)
      .where(and(isTheirs, lte(digestEntry.dueAt, t.now)))
      .orderBy(asc(digestEntry.createdAt))
      .limit(MOST)
      .for('update', { skipLocked: true }),
  ])
  if (entries.length === 0) return
  const ids = entries.map(({ id }) => id)
  await t.db.delete(digestEntry).where(and(isTheirs, inArray(digestEntry.id, ids)))
  if (!found || !tenant.notifications.emailNotifications) return
  const text = digestText({ tenant, baseUrl, language: found.language ?? 'en', entries })
  await writeMail(t, { ...text, to: found.member.email, type: 'digest', ticketId: null, userId })
}

type Digest = {
  tenant: TenantRow
  baseUrl: string
  language: Language
  entries: readonly Pick<DigestEntryRow, 'subject' | 'url'>[]
}

/** One mail about all of these. */
export function digestText({ tenant, baseUrl, language, entries }: Digest): MailText {
  const locale = { locale: language }
  const count = entries.length
  return layOut(
    letter(m.notification_digest_subject({ count, business: tenant.name }, locale), {
      sender: senderOf({ tenant }),
      language,
      title: m.notification_digest_title({ count }, locale),
      lead: '',
      entries: entries.map(({ subject, url }) => ({ label: subject, url })),
      facts: [],
      quote: null,
      action: { label: m.mail_flood_open({}, locale), url: `${baseUrl}/admin?section=tickets` },
      reason: m.notification_digest_why({}, locale),
      unsubscribe: {
        label: m.notification_change_preferences({}, locale),
        url: `${baseUrl}/admin?section=settings&tab=notifications`,
      },
    }),
  )
}
