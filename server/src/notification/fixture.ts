import { expect, vi } from 'vitest'
import type { MailId, UserId } from '#contracts/ids.ts'
import { type ChannelChoices, NotificationEvent, type Preferences } from '#contracts/notification/preferences.ts'
import { makeAccount, makeSession, requestWith } from '#server/identity/fixture.ts'
import type { Member } from '#server/platform/actor.ts'
import { type Mail, MailError, type Mailer } from '#server/platform/mail/mailer.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { writeAlerts } from './alerts/write.ts'
import { writeCode } from './confirmation-codes.ts'
import { addToDigest } from './digest.ts'
import { saveMailServer } from './mail-server/settings.ts'
import { blockAddress } from './outbox-list.ts'
import { defaultChoices, savePreferences } from './preferences.ts'
import { addPushDevice } from './push-devices.ts'
import { writeMails } from './queries.ts'
import { type OutboxRow, shortMessage } from './schema.ts'
import { pushKeyOf } from './short-messages/vapid.ts'

/** A mailer that stores the mails it is given; while `fault` is set every attempt fails. */
export function sinkMailer(): Mailer & {
  mails: Mail[]
  attempts: number
  fault: 'none' | 'temporary' | 'permanent' | 'bug'
} {
  const sink = {
    kind: 'smtp' as const,
    mails: [] as Mail[],
    attempts: 0,
    fault: 'none' as 'none' | 'temporary' | 'permanent' | 'bug',
    send: async (mail: Mail) => {
      sink.attempts += 1
      if (sink.fault === 'bug') throw new TypeError('secret=hunter2')
      if (sink.fault !== 'none') {
        throw new MailError(() => 'The mail server did not answer.', { permanent: sink.fault === 'permanent' })
      }
      sink.mails.push(mail)
    },
    stop: async () => undefined,
  }
  return sink
}

const OFF: ChannelChoices = { app: false, sound: false, title: false, mail: false, push: false, sms: false }

/** The choices of a member who switched everything off. */
export const mutedChoices = (): Preferences['choices'] =>
  Object.fromEntries(NotificationEvent.options.map((event) => [event, OFF])) as Preferences['choices']

/** A row in every table of the domain but the outbox of mails; the ids of its routes. */
export async function makeNotificationRows(tenant: Tenant, actor: Member): Promise<Record<string, string>> {
  const address = 'blocked@example.com'
  const { platform } = tenant
  await saveMailServer(tenant, actor, {
    host: 'mail.example.com',
    port: 465,
    security: 'tls',
    username: 'proof',
    password: 'proof',
    fromAddress: 'proof@example.com',
  })
  await blockAddress(tenant, actor, address)
  await savePreferences(tenant, actor, {
    choices: defaultChoices(actor.role),
    mailRhythm: 'daily',
  })
  const keys = { p256dh: pushKeyOf(platform).publicKey, auth: 'c2VjcmV0LXNlY3JldC1z' }
  const given = { endpoint: `https://push.example/${actor.userId}`, keys }
  // In the session of another account: a proof signs the actor out everywhere, which would delete the row.
  const request = requestWith(await makeSession(platform, (await makeAccount(platform)).userId))
  const { pushDevices } = await addPushDevice(tenant, actor, given, request)
  const mail = crypto.randomUUID() as MailId
  const { userId } = actor
  await tenant.tx(async (t) => {
    await writeCode(t, platform, { kind: 'phone', userId, recipient: '+4915123456789' })
    const failed = {
      id: mail,
      to: address,
      subject: 's',
      text: 't',
      html: 'h',
      type: 'test',
      status: 'failed',
    } as const
    writeMails(t, [{ ...failed, userId, createdAt: t.now }])
    const sent = { channel: 'sms', userId, title: 't', body: 'b', url: 'u', status: 'sent', createdAt: t.now } as const
    t.write(t.db.insert(shortMessage).values({ ...sent, tenantId: t.tenantId, id: crypto.randomUUID() }))
    addToDigest(t, { userId, subject: 's', url: 'u', dueAt: new Date(t.now.getTime() + 3_600_000) })
  })
  return { mail, pushSubscription: pushDevices[0]?.id ?? '', alert: await makeAlert(tenant, userId) }
}

async function makeAlert(tenant: Tenant, userId: UserId): Promise<string> {
  const alert = { userId, kind: 'key_rejected', ticketId: null, byId: null } as const
  await tenant.tx(async (t) => t.gather(writeAlerts, { ...alert, isListed: true, isInTitle: true, hasSound: true }))
  const rows = await tenant.read((t) => t.sql<{ id: string }>('SELECT id FROM alert WHERE user_id = $1', [userId]))
  return rows[0]?.id ?? ''
}

/** The outbox of a business, oldest first. */
export const readOutbox = (tenant: Tenant): Promise<OutboxRow[]> =>
  tenant.tx((t) =>
    t.sql<OutboxRow>(
      `SELECT id, "to", subject, text, html, type, ticket_id AS "ticketId", status, attempts, last_error AS "lastError"
       FROM email_notification WHERE tenant_id = $1 ORDER BY created_at, type, "to"`,
      [tenant.id],
    ),
  )

/** Waits until the outbox of a tenant holds `count` mails, all in this status. */
export const waitForOutbox = (tenant: Tenant, count: number, status = 'sent') =>
  vi.waitFor(
    async () => {
      const rows = await readOutbox(tenant)
      expect(rows.map((row) => row.status)).toEqual(Array(count).fill(status))
      return rows
    },
    { timeout: 40_000, interval: 50 },
  )
