import type { ConversationId, MessageId, TeamId, TicketId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import type { LetterKind } from '#contracts/notification/outbox.ts'
import * as m from '#i18n/messages.js'
import type { MessageRow } from '#server/conversation/schema.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { MailText } from '#server/platform/mail/layout.ts'
import { mailboxOf } from '#server/platform/mail/mailbox.ts'
import type { Mail } from '#server/platform/mail/mailer.ts'
import { assertMayReachStranger } from '#server/platform/mail/stranger-limit.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import type { TenantRow } from '#server/tenant/schema.ts'
import { readTenant } from '#server/tenant/service.ts'
import type { TicketRow } from '#server/ticket/schema.ts'
import { layOut, letter, senderOf } from './channels/email/letter.ts'
import { mailTextOf } from './channels/email/templates.ts'
import { digestText } from './digest.ts'
import { mailOf } from './mail-headers.ts'
import type { Notification, NotificationFacts, NotificationKind, Recipient } from './notifications.ts'
import { writeMail } from './outbox.ts'
import { MANAGE_MAIL } from './policy.ts'
import { findNotifiedMember } from './preference-queries.ts'
import type { OutboxRow } from './schema.ts'
import { transcriptLetter } from './transcript.ts'

/** A letter as the business sends it in a language, about a made-up ticket. Throws forbidden for agents. */
export async function previewLetter(
  tenant: Tenant,
  actor: Member,
  kind: LetterKind,
  language: Language,
): Promise<MailText> {
  requireRole(actor, MANAGE_MAIL)
  const business = await tenant.read(readTenant)
  return letterAbout({ tenant: business, baseUrl: tenant.platform.baseUrl, actor, kind, language })
}

/** Queues such a letter to the member who requests it, like the other mails of the business. */
export async function sendLetterTest(
  tenant: Tenant,
  actor: Member,
  kind: LetterKind,
  language: Language,
): Promise<{ to: string }> {
  requireRole(actor, MANAGE_MAIL)
  return tenant.tx((t) => writeTestMail(t, tenant, actor, language, kind))
}

/**
 * Queues a letter about a made-up ticket, by default the plain test, to a member. Throws rate_limited where the member's address is not
 * confirmed, so that it may be a stranger's, and had the most mails.
 */
export async function writeTestMail(
  t: Tx,
  { platform }: Tenant,
  actor: Member,
  language: Language,
  kind: LetterKind = 'test',
): Promise<{ to: string }> {
  const found = await findNotifiedMember(t, actor.userId)
  if (!found?.isVerified) await assertMayReachStranger(t, mailboxOf(actor.email))
  const text = letterAbout({ tenant: await readTenant(t), baseUrl: platform.baseUrl, actor, kind, language })
  await writeMail(t, { ...text, to: actor.email, type: 'test', ticketId: null, userId: actor.userId })
  return { to: actor.email }
}

/** A mail to the caller outside of the outbox, for the test of a mail server, in the caller's language. */
export async function previewOf(
  t: Tx,
  { platform }: Tenant,
  actor: Member,
  kind: LetterKind,
): Promise<{ mail: Mail; to: string }> {
  const [tenant, found] = await Promise.all([readTenant(t), findNotifiedMember(t, actor.userId)])
  const language = found?.language ?? 'en'
  const text = letterAbout({ tenant, baseUrl: platform.baseUrl, actor, kind, language })
  const id = crypto.randomUUID() as OutboxRow['id']
  const row = { ...text, id, to: actor.email, type: kind, ticketId: null, userId: null, limitKey: null }
  return { mail: await mailOf(platform, row, tenant), to: actor.email }
}

type About = { tenant: TenantRow; baseUrl: string; actor: Member; kind: LetterKind; language: Language }

function letterAbout({ tenant, baseUrl, actor, kind, language }: About): MailText {
  if (kind === 'test') return testLetter(tenant, baseUrl, language)
  const samples = samplesIn(tenant, actor, language)
  if (kind === 'chat_transcript') {
    const title = m.chat_transcript_title({ business: tenant.name }, { locale: language })
    return transcriptLetter(tenant, { baseUrl }, language, { title, text: samples.ticket_reply.message.body })
  }
  if (kind === 'digest') {
    const { number, subject } = samples.ticket_notification.ticket
    const line = m.mail_notification_subject({ number, subject }, { locale: language })
    return digestText({
      tenant,
      baseUrl,
      language,
      entries: [{ subject: line, url: `${baseUrl}/admin?section=tickets` }],
    })
  }
  const facts = samples[kind]
  return mailTextOf(
    { kind, facts, tenant, baseUrl, baseDomain: null } as Notification,
    sampleRecipient(kind, actor, language),
  )
}

function testLetter(tenant: TenantRow, baseUrl: string, language: Language): MailText {
  const locale = { locale: language }
  return layOut(
    letter(m.notification_test_subject({ business: tenant.name }, locale), {
      sender: senderOf({ tenant }),
      language,
      title: m.notification_test_title({}, locale),
      lead: m.notification_test_lead({}, locale),
      facts: [],
      quote: null,
      action: {
        label: m.notification_test_open({}, locale),
        url: `${baseUrl}/admin?section=settings&tab=notifications`,
      },
      reason: m.notification_test_why({}, locale),
    }),
  )
}

function sampleRecipient(kind: NotificationKind, { userId, name, email, role }: Member, language: Language): Recipient {
  const isOfCustomer = kind === 'ticket_confirmation' || kind === 'ticket_reply'
  if (isOfCustomer) return { kind: 'customer', name, email, pushTo: null, language, isVerified: true, portalHost: null }
  return {
    kind: 'member',
    userId,
    name,
    email,
    role,
    language,
    isVerified: true,
    isAway: false,
    hasBrowser: false,
    preference: null,
  }
}

const SAMPLE_ID = '00000000-0000-4000-8000-000000000000'

const SAMPLE_FIGURES = {
  created: { value: 42, before: 38 },
  resolved: { value: 40, before: 41 },
  backlog: { value: 12, before: 10 },
  firstResponseSeconds: { value: 840, before: 1020 },
  stars: { value: 4.6, before: 4.5 },
  resolvedByAi: { value: 0.58, before: 0.55 },
}

/** The facts of every kind, about one made-up ticket of the business. */
function samplesIn(tenant: TenantRow, actor: Member, language: Language): NotificationFacts {
  const locale = { locale: language }
  const at = new Date('2026-01-15T09:30:00Z')
  const ticket = {
    tenantId: tenant.id,
    id: SAMPLE_ID as TicketId,
    number: 1042,
    conversationId: SAMPLE_ID as ConversationId,
    customerName: 'Ada Lovelace',
    customerEmail: 'ada@example.com',
    subject: m.notification_sample_subject({}, locale),
    description: m.notification_sample_text({}, locale),
    priority: 'high',
    source: 'form',
    escalationReason: null,
    isDemo: false,
    createdAt: at,
  } as unknown as TicketRow
  const message = {
    id: SAMPLE_ID as MessageId,
    authorName: actor.name,
    body: m.notification_sample_answer({}, locale),
    visibility: 'public',
  } as unknown as MessageRow
  const confirmationToken = 'preview'
  return {
    ticket_notification: { ticket, by: null },
    ticket_confirmation: { ticket, confirmationToken },
    ticket_reply: { ticket, message, confirmationToken },
    ticket_assigned: { ticket, by: null },
    ticket_team_assigned: {
      ticket,
      team: { id: SAMPLE_ID as TeamId, name: m.notification_sample_team({}, locale) },
      by: null,
    },
    ticket_mention: { ticket, message, by: null },
    customer_replied: { ticket, message },
    ticket_escalated: { ticket },
    ticket_unassigned: { ticket },
    ticket_sla_warned: { ticket, targets: ['firstReply'] },
    ticket_sla_breached: { ticket, targets: ['firstReply'] },
    ticket_rated: { ticket: { ...ticket, rating: 5, ratingComment: null } },
    key_rejected: { provider: 'openai', keyEnd: '1a2b' },
    webhook_off: { host: 'hooks.example.com' },
    flood_held_back: { what: 'tickets' },
    report_daily: { ...SAMPLE_FIGURES, from: '2026-01-14', to: '2026-01-14' },
    report_weekly: { ...SAMPLE_FIGURES, from: '2026-01-05', to: '2026-01-11' },
    report_monthly: { ...SAMPLE_FIGURES, from: '2025-12-01', to: '2025-12-31' },
  }
}
