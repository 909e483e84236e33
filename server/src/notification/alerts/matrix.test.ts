import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MessageId, TeamId, TicketId } from '#contracts/ids.ts'
import {
  NotificationChannel,
  NotificationEvent,
  type Preferences,
  savePreferences,
} from '#contracts/notification/preferences.ts'
import { createTeam } from '#contracts/team/team.ts'
import { saveSettings } from '#contracts/tenant/settings.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { assignTicket, sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { mutedChoices, sinkMailer } from '#server/notification/fixture.ts'
import type { ReportFacts } from '#server/notification/notifications.ts'
import { insertPushSubscription, upsertPreference } from '#server/notification/preference-queries.ts'
import { notifyOfReport } from '#server/notification/reports.ts'
import { system } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import {
  customerReplied,
  ticketCreated,
  ticketRated,
  ticketSlaBreached,
  ticketSlaWarned,
  ticketUnassignedTooLong,
} from '#server/ticket/events.ts'
import type { TicketRow } from '#server/ticket/schema.ts'
import { getTicketRow } from '#server/ticket/service.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'

let aheadMs = 0
let h: Harness
beforeAll(async () => {
  const overrides = { mail: sinkMailer(), clock: { now: () => new Date(Date.now() + aheadMs) } }
  // No jobs: what is stored for sending stays as it is.
  h = await startHarness({ env: { ROLE: 'web' }, overrides })
})
afterAll(() => h.stop())

const newId = <Id extends string>() => crypto.randomUUID() as Id
type Person = Awaited<ReturnType<Harness['member']>>

type Scene = {
  made: TestTenant
  /** Who is notified. */
  owner: Person
  colleague: Person
  team: TeamId
  /** A ticket of a customer, assigned to the owner. */
  newTicket(): Promise<TicketRow>
}

async function scene(): Promise<Scene> {
  const made = await h.tenant()
  const [owner, colleague] = [await h.member(made, 'owner', 'Olga'), await h.member(made, 'admin', 'Carl')]
  await owner.call(saveSettings, { body: { version: 1, notifications: { dailyReports: true } } })
  const team = newId<TeamId>()
  const memberIds = [owner.actor.userId, colleague.actor.userId]
  await colleague.call(createTeam, { body: { id: team, name: 'Billing', memberIds } })
  const guest = await h.guest(made)
  const newTicket = async () => {
    const id = newId<TicketId>()
    const body = { id, name: 'Ada', email: 'ada@example.com', subject: 'Left pedal', description: 'It is loose.' }
    await guest.call(submitTicket, { params: { slug: made.slug }, body })
    await owner.call(assignTicket, { params: { ticketId: id }, body: { assigneeId: owner.actor.userId, version: 1 } })
    return made.tenant.read((t) => getTicketRow(t, system, id))
  }
  return { made, owner, colleague, team, newTicket }
}

const figure = { value: 1, before: 1 }
const report: ReportFacts = {
  from: '2026-01-01',
  to: '2026-01-01',
  created: figure,
  resolved: figure,
  backlog: figure,
  firstResponseSeconds: figure,
  stars: figure,
  resolvedByAi: figure,
}

const emitting = (emit: (t: Tx, ticket: TicketRow) => Promise<void>) => async (of: Scene, ticket: TicketRow) =>
  of.made.tenant.tx((t) => emit(t, ticket))
const reporting = (rhythm: 'daily' | 'weekly' | 'monthly') => async (of: Scene) =>
  of.made.tenant.tx((t) => notifyOfReport(t, h.platform, rhythm, report))
const assigning = (of: Scene, ticket: TicketRow, to: object) =>
  of.colleague.call(assignTicket, {
    params: { ticketId: ticket.id },
    body: { version: ticket.version, ...to } as { version: number },
  })

/** What causes each event for the owner of the scene. An event without an entry does not compile. */
const causes: Record<NotificationEvent, (of: Scene, ticket: TicketRow) => Promise<unknown>> = {
  new_ticket: emitting((t, ticket) => t.emit(ticketCreated, { ticket, actor: system })),
  assigned: async (of, ticket) => {
    const { userId } = of.colleague.actor
    await assigning(of, ticket, { assigneeId: userId })
    await assigning(of, { ...ticket, version: ticket.version + 1 }, { assigneeId: of.owner.actor.userId })
  },
  team_assigned: async (of, ticket) => {
    await assigning(of, ticket, { assigneeId: null })
    await assigning(of, { ...ticket, version: ticket.version + 1 }, { teamId: of.team })
  },
  mention: (of, ticket) =>
    of.colleague.call(sendTicketMessage, {
      params: { ticketId: ticket.id },
      body: { id: newId<MessageId>(), body: '@Olga, please look', visibility: 'note' },
    }),
  customer_reply: emitting((t, ticket) =>
    t.emit(customerReplied, { ticket, message: { body: 'Any news?', authorName: 'Ada' } as never }),
  ),
  escalation: emitting((t, ticket) =>
    t.emit(ticketCreated, { ticket: { ...ticket, escalationReason: 'human_requested' }, actor: system }),
  ),
  unassigned: emitting((t, ticket) => t.emit(ticketUnassignedTooLong, { ticket })),
  sla_warning: emitting((t, ticket) => t.emit(ticketSlaWarned, { ticket, targets: ['firstReply'] })),
  sla_breach: emitting((t, ticket) => t.emit(ticketSlaBreached, { ticket, targets: ['firstReply'] })),
  rating: emitting((t, ticket) =>
    t.emit(ticketRated, { before: ticket, after: { ...ticket, rating: 4 }, actor: system }),
  ),
  weekly_digest: reporting('weekly'),
  daily_report: reporting('daily'),
  monthly_report: reporting('monthly'),
}

/** By which channels something reached a member since the last call. */
async function reachedBy({ made, owner }: Scene): Promise<string[]> {
  const { userId } = owner.actor
  const rows = await made.tenant.tx((t) =>
    t.sql<{ channel: string }>(
      `WITH a AS (DELETE FROM alert WHERE user_id = $1 RETURNING is_listed, has_sound, is_in_title),
         m AS (DELETE FROM email_notification WHERE user_id = $1 RETURNING 1),
         s AS (DELETE FROM short_message WHERE user_id = $1 RETURNING channel)
       SELECT 'app' AS channel FROM a WHERE is_listed UNION SELECT 'sound' FROM a WHERE has_sound
       UNION SELECT 'title' FROM a WHERE is_in_title UNION SELECT 'mail' FROM m UNION SELECT channel FROM s`,
      [userId],
    ),
  )
  return rows.map(({ channel }) => channel).sort()
}

const sorted = (channels: readonly string[]) => [...channels].sort()

describe('each switch of the notifications takes effect', () => {
  let of: Scene
  beforeAll(async () => {
    of = await scene()
    const { userId } = of.owner.actor
    const [row] = await h.platform.db.query<{ id: string }>('SELECT id FROM auth.session WHERE user_id = $1', [userId])
    await of.made.tenant.tx(async (t) => {
      await upsertPreference(t, userId, { phone: '+4915123456789' })
      const keys = { p256dh: 'k', encryptedAuth: 'a', endpoint: 'https://push.example/1', device: 'Test' }
      await insertPushSubscription(t, {
        ...keys,
        id: newId(),
        userId,
        sessionId: (row?.id ?? newId()) as never,
        createdAt: t.now,
      })
    })
  })
  const choose = (choices: Preferences['choices']) =>
    of.owner.call(savePreferences, { body: { choices, mailRhythm: 'immediately' } })

  describe.each(NotificationEvent.options)('[T4] %s', (event) => {
    test.each([...NotificationChannel.options, 'nothing'] as const)('by %s alone', async (channel) => {
      const muted = mutedChoices()
      await choose(muted)
      const ticket = await of.newTicket()
      await reachedBy(of)
      // Beyond the time in which several of a kind are one.
      aheadMs += 10 * 60_000
      await choose({ ...muted, [event]: { ...muted[event], ...(channel === 'nothing' ? {} : { [channel]: true }) } })
      await causes[event](of, ticket)
      expect(await reachedBy(of)).toEqual(channel === 'nothing' ? [] : [channel])
    })
  })

  test('[T4] by all channels at once', async () => {
    const muted = mutedChoices()
    const ticket = await of.newTicket()
    await reachedBy(of)
    const all = { app: true, sound: true, title: true, mail: true, push: true, sms: true }
    await choose({ ...muted, mention: all })
    await causes.mention(of, ticket)
    expect(await reachedBy(of)).toEqual(sorted(NotificationChannel.options))
  })
})
