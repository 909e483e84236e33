import { and, desc, eq, getTableColumns, ne } from 'drizzle-orm'
import type { Language } from '#contracts/languages.ts'
import * as m from '#i18n/messages.js'
import { afterPosition, newestFirst, pageFrom } from '#server/platform/db/cursor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { notFound } from '#server/platform/errors.ts'
import { enqueueJob } from '#server/platform/jobs/enqueue.ts'
import type { Platform } from '#server/platform/platform.ts'
import { BRAND_COLOR, type MailContent, mailText } from './layout.ts'
import { type SystemMailRow, systemMail } from './schema.ts'
import { deliverSystemMail } from './system-mail-jobs.ts'

/** A mail about an account or from the platform, to one address. All texts are plain text in the recipient's language. */
export type SystemMail = {
  to: string
  language: Language
  /** What it is about, for the list of the platform owner: `password_reset`. */
  kind: string
  subject: string
  paragraphs: string[]
  /** Lines of a table under the text; none. */
  facts?: MailContent['facts']
  action?: { label: string; url: string }
  /** Stands above the link's address as text, for whom the button does not open. */
  fallbackNote?: string
}

/**
 * Puts a system mail into the outbox. With a transaction it is sent if, and only if, that commits. The address is checked when it is sent:
 * a mail to what is not one address is listed as failed.
 */
export async function queueSystemMail(at: Tx | Platform, mail: SystemMail): Promise<void> {
  const id = crypto.randomUUID()
  const { kind } = mail
  const row = { id, to: mail.to.trim(), kind, ...textOf(mail) }
  if ('tenantId' in at) {
    at.write(at.db.insert(systemMail).values({ ...row, createdAt: at.now }))
    await at.enqueue(deliverSystemMail, { mailId: id })
    return
  }
  await at.db.orm.insert(systemMail).values({ ...row, createdAt: at.clock.now() })
  // Without a job, after a crash between the two, the sweep sends it.
  await enqueueJob(at, deliverSystemMail, { mailId: id })
}

const textOf = ({ language, subject, paragraphs, facts = [], action, fallbackNote }: SystemMail) =>
  mailText(subject, {
    sender: { name: m.mail_system_sender({}, { locale: language }), color: BRAND_COLOR },
    title: subject,
    lead: paragraphs.join('\n\n'),
    facts,
    quote: null,
    action: action ?? null,
    fallbackNote,
    reason: m.mail_system_why({}, { locale: language }),
    language,
  })

/** What the platform owner reads of a system mail: not its text, which may contain links that give access. */
export type SystemMailEntry = Omit<SystemMailRow, 'text' | 'html'>

const PAGE = 50

/** System mails, newest first, 50 a page; `status: 'unsent'` lists those that are pending or failed. */
export async function listSystemMails(
  { db }: Platform,
  filter: { status?: SystemMailRow['status'] | 'unsent' },
  cursor?: string | null,
): Promise<{ items: SystemMailEntry[]; nextCursor: string | null }> {
  const { text: _, html: __, ...columns } = getTableColumns(systemMail)
  const { status } = filter
  const isUnsent = status && status !== 'sent' ? ne(systemMail.status, 'sent') : undefined
  const isStatus = status && status !== 'unsent' ? eq(systemMail.status, status) : undefined
  const rows = await db.orm
    .select(columns)
    .from(systemMail)
    .where(and(isUnsent, isStatus, afterPosition(systemMail.createdAt, systemMail.id, newestFirst.decode(cursor))))
    .orderBy(desc(systemMail.createdAt), desc(systemMail.id))
    .limit(PAGE + 1)
  return pageFrom(rows, PAGE, newestFirst, ({ createdAt, id }) => ({ at: createdAt, id }))
}

/**
 * Begins the attempts for a failed system mail anew; whoever calls it queues its job once that is committed. Throws not_found for one that
 * is not failed.
 */
export async function reopenSystemMail({ db }: Platform, id: string): Promise<void> {
  const changed = await db.orm
    .update(systemMail)
    .set({ status: 'pending', lastError: null })
    .where(and(eq(systemMail.id, id), eq(systemMail.status, 'failed')))
    .returning({ id: systemMail.id })
  if (changed.length === 0) throw notFound('mail')
}
