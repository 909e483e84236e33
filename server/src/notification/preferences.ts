import type { MemberRole } from '#contracts/identity/role.ts'
import {
  type ChannelChoices,
  type NotificationChannel,
  NotificationEvent,
  type Preferences,
  type PreferencesView,
} from '#contracts/notification/preferences.ts'
import type { NotificationSettings } from '#contracts/tenant/tenant.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { readTenant } from '#server/tenant/service.ts'
import { findPreference, listPushSubscriptions, upsertPreference } from './preference-queries.ts'
import type { PreferenceRow } from './schema.ts'
import { pushKeyOf } from './short-messages/vapid.ts'

const NOTHING: ChannelChoices = { app: false, sound: false, title: false, mail: false, push: false, sms: false }
const MAIL: ChannelChoices = { ...NOTHING, mail: true }
const DESK: ChannelChoices = { ...NOTHING, app: true, title: true }
/** What waits for the member: it may disturb. */
const DESK_WITH_SOUND: ChannelChoices = { ...DESK, sound: true }
const EVERYWHERE: ChannelChoices = { ...DESK_WITH_SOUND, mail: true, push: true }

/** What a member gets who changed nothing: their own matters; who runs the business also what concerns all. */
export function defaultChoices(role: MemberRole): Record<NotificationEvent, ChannelChoices> {
  const isLeading = role !== 'agent'
  return {
    new_ticket: role === 'owner' ? { ...DESK, mail: true } : NOTHING,
    assigned: EVERYWHERE,
    team_assigned: EVERYWHERE,
    mention: EVERYWHERE,
    customer_reply: EVERYWHERE,
    escalation: { ...DESK_WITH_SOUND, push: true },
    unassigned: isLeading ? EVERYWHERE : NOTHING,
    sla_warning: EVERYWHERE,
    sla_breach: EVERYWHERE,
    rating: DESK,
    weekly_digest: isLeading ? MAIL : NOTHING,
    daily_report: isLeading ? MAIL : NOTHING,
    monthly_report: NOTHING,
  }
}

type Chosen = Pick<PreferenceRow, 'choices'> | null

/** Whether a member gets notifications of this event by this channel. */
export const wants = (
  { role, preference }: { role: MemberRole; preference: Chosen },
  event: NotificationEvent,
  channel: NotificationChannel,
): boolean => (preference?.choices[event] ?? defaultChoices(role)[event])[channel]

const SWITCHED_BY: Partial<Record<NotificationEvent, keyof NotificationSettings>> = {
  escalation: 'escalationAlerts',
  unassigned: 'escalationAlerts',
  weekly_digest: 'weeklyAnalytics',
  daily_report: 'dailyReports',
}

/** Whether the business switched an event off for all its members. */
export const isEventOff = (settings: NotificationSettings, event: NotificationEvent): boolean => {
  const name = SWITCHED_BY[event]
  return name !== undefined && !settings[name]
}

/** What the member is notified of, with the channels that are set up. */
export const readPreferences = (tenant: Tenant, actor: Member): Promise<PreferencesView> =>
  tenant.read((t) => viewOf(t, tenant, actor))

/** Stores all of a member's choices. */
export const savePreferences = (tenant: Tenant, actor: Member, given: Preferences): Promise<PreferencesView> =>
  tenant.tx(async (t) => {
    await upsertPreference(t, actor.userId, given)
    return viewOf(t, tenant, actor)
  })

/** The view of a member's preferences within an open transaction. */
export async function viewOf(t: Tx, { platform }: Tenant, { userId, role }: Member): Promise<PreferencesView> {
  const [row, devices, { notifications }] = await Promise.all([
    findPreference(t, userId),
    listPushSubscriptions(t, userId),
    readTenant(t),
  ])
  return {
    choices: { ...defaultChoices(role), ...row?.choices },
    mailRhythm: row?.mailRhythm ?? 'immediately',
    phone: row?.phone ?? null,
    eventsOff: NotificationEvent.options.filter((event) => isEventOff(notifications, event)),
    isMailOff: !notifications.emailNotifications,
    pushKey: pushKeyOf(platform).publicKey,
    pushDevices: devices.map(({ id, device, createdAt }) => ({ id, device, createdAt: createdAt.toISOString() })),
    isSmsSetUp: platform.config.sms !== null,
  }
}
