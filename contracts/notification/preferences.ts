import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant } from '#contracts/fields.ts'
import { PushSubscriptionId } from '#contracts/ids.ts'

/** What a member can be notified of. `customer_reply`: the customer of a ticket assigned to them wrote. */
export const NotificationEvent = z.enum([
  'new_ticket',
  'assigned',
  'team_assigned',
  'mention',
  'customer_reply',
  'escalation',
  'unassigned',
  'sla_warning',
  'sla_breach',
  'rating',
  'weekly_digest',
  'daily_report',
  'monthly_report',
])
export type NotificationEvent = z.output<typeof NotificationEvent>

/** `app`: the desk's list of alerts; `sound`: a tone on the open desk; `title`: the number before the window's title. */
export const NotificationChannel = z.enum(['app', 'sound', 'title', 'mail', 'push', 'sms'])
export type NotificationChannel = z.output<typeof NotificationChannel>

/** The channels that reach a member who does not have the desk open. */
export const OutgoingChannel = NotificationChannel.extract(['mail', 'push', 'sms'])
export type OutgoingChannel = z.output<typeof OutgoingChannel>

export const ChannelChoices = z.strictObject({
  app: z.boolean(),
  sound: z.boolean(),
  title: z.boolean(),
  mail: z.boolean(),
  push: z.boolean(),
  sms: z.boolean(),
} satisfies Record<NotificationChannel, z.ZodBoolean>)
export type ChannelChoices = z.output<typeof ChannelChoices>

/** Whether mails come one by one, or together each hour or each morning at eight in the business's time zone. */
export const MailRhythm = z.enum(['immediately', 'hourly', 'daily'])
export type MailRhythm = z.output<typeof MailRhythm>

/** The channels of each event. */
export const Choices = z.strictObject({
  new_ticket: ChannelChoices,
  assigned: ChannelChoices,
  team_assigned: ChannelChoices,
  mention: ChannelChoices,
  customer_reply: ChannelChoices,
  escalation: ChannelChoices,
  unassigned: ChannelChoices,
  sla_warning: ChannelChoices,
  sla_breach: ChannelChoices,
  rating: ChannelChoices,
  weekly_digest: ChannelChoices,
  daily_report: ChannelChoices,
  monthly_report: ChannelChoices,
} satisfies Record<NotificationEvent, typeof ChannelChoices>)

export const Preferences = z.strictObject({
  choices: Choices,
  mailRhythm: MailRhythm,
})
export type Preferences = z.output<typeof Preferences>

export const PushDevice = z.object({ id: PushSubscriptionId, device: z.string(), createdAt: Instant })
export type PushDevice = z.output<typeof PushDevice>

export const PreferencesView = Preferences.extend({
  /** The number for text messages, which its owner confirmed. */
  phone: z.string().nullable(),
  /** Events that the business switched off for all. */
  eventsOff: z.array(NotificationEvent),
  /** The business switched the team's mails off. */
  isMailOff: z.boolean(),
  /** Key with which a browser subscribes to push messages. */
  pushKey: z.string(),
  pushDevices: z.array(PushDevice),
  /** Whether the operator set up a text message gateway. */
  isSmsSetUp: z.boolean(),
})
export type PreferencesView = z.output<typeof PreferencesView>

export const getPreferences = endpoint({
  method: 'GET',
  path: '/api/notifications/preferences',
  summary: 'What the signed-in member is notified of, and by which channels',
  tag: 'notification',
  access: 'member',
  rate: 'read',
  reply: PreferencesView,
})

export const savePreferences = endpoint({
  method: 'PUT',
  path: '/api/notifications/preferences',
  summary: 'Change what the signed-in member is notified of',
  tag: 'notification',
  access: 'member',
  rate: 'write',
  body: Preferences,
  reply: PreferencesView,
})

const Base64Url = z.string().regex(/^[\w-]+={0,2}$/)

/** What the browser's push service gave: its address and the keys that encrypt messages for this browser alone. */
export const NewPushSubscription = z.strictObject({
  endpoint: z
    .string()
    .max(1000)
    .regex(/^https?:\/\/[\w.:[\]-]+\/\S*$/, 'error_push_address'),
  keys: z.strictObject({ p256dh: Base64Url.max(200), auth: Base64Url.max(50) }),
})

export const subscribePush = endpoint({
  method: 'POST',
  path: '/api/notifications/push-devices',
  summary: 'Receive push messages in this browser',
  tag: 'notification',
  access: 'member',
  rate: 'write',
  body: NewPushSubscription,
  reply: PreferencesView,
})

export const unsubscribePush = endpoint({
  method: 'DELETE',
  path: '/api/notifications/push-devices/:pushSubscriptionId',
  summary: 'Receive no push messages in a browser any more',
  tag: 'notification',
  access: 'member',
  rate: 'write',
  params: z.object({ pushSubscriptionId: PushSubscriptionId }),
  reply: PreferencesView,
})

export const sendChannelTest = endpoint({
  method: 'POST',
  path: '/api/notifications/test',
  summary: 'Send the signed-in member a test by one channel',
  tag: 'notification',
  access: 'member',
  rate: 'signin',
  body: z.strictObject({ channel: OutgoingChannel }),
  reply: z.object({ to: z.string().describe('Address, number, or count of browsers it was queued for') }),
})

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/unsubscribe',
  summary: 'End one kind of mail by the link that mail programs follow (RFC 8058)',
  tag: 'notification',
  access: 'public',
  rate: 'guestStart',
  status: 204,
  // Mail programs post a form (RFC 8058).
  ignoresBody: true,
  query: z.object({ link: z.string().max(300).default('') }),
  reply: z.undefined(),
})
