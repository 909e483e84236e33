import type { MailFault, PlatformMailer } from '#contracts/notification/mail-server.ts'
import type { LetterKind, MailStatus } from '#contracts/notification/outbox.ts'
import type { MailRhythm, NotificationChannel, NotificationEvent } from '#contracts/notification/preferences.ts'
import * as m from '#i18n/messages.js'

/** The keys of a label table, in its order: pages know the values of a contract as types only. */
export const valuesOf = <Value extends string>(labels: Record<Value, unknown>) => Object.keys(labels) as Value[]

export const eventLabels: Record<NotificationEvent, () => string> = {
  new_ticket: m.notification_event_new_ticket,
  assigned: m.notification_event_assigned,
  team_assigned: m.notification_event_team_assigned,
  mention: m.notification_event_mention,
  customer_reply: m.notification_event_customer_reply,
  escalation: m.notification_event_escalation,
  unassigned: m.notification_event_unassigned,
  sla_warning: m.notification_event_sla_warning,
  sla_breach: m.notification_event_sla_breach,
  rating: m.notification_event_rating,
  weekly_digest: m.notification_event_weekly_digest,
  daily_report: m.notification_event_daily_report,
  monthly_report: m.notification_event_monthly_report,
}

export const channelLabels: Record<NotificationChannel, () => string> = {
  app: m.notification_channel_app,
  sound: m.notification_channel_sound,
  title: m.notification_channel_title,
  mail: m.notification_channel_mail,
  push: m.notification_channel_push,
  sms: m.notification_channel_sms,
}

export const rhythmLabels: Record<MailRhythm, () => string> = {
  immediately: m.notification_rhythm_immediately,
  hourly: m.notification_rhythm_hourly,
  daily: m.notification_rhythm_daily,
}

export const statusLabels: Record<MailStatus, () => string> = {
  pending: m.notification_status_pending,
  sent: m.notification_status_sent,
  failed: m.notification_status_failed,
  held: m.notification_status_held,
}

export const letterLabels: Record<LetterKind, () => string> = {
  chat_transcript: m.notification_letter_transcript,
  ticket_notification: m.notification_event_new_ticket,
  ticket_confirmation: m.notification_letter_confirmation,
  ticket_reply: m.notification_letter_reply,
  ticket_assigned: m.notification_event_assigned,
  ticket_team_assigned: m.notification_event_team_assigned,
  ticket_mention: m.notification_event_mention,
  customer_replied: m.notification_event_customer_reply,
  ticket_escalated: m.notification_event_escalation,
  ticket_unassigned: m.notification_event_unassigned,
  ticket_sla_warned: m.notification_event_sla_warning,
  ticket_sla_breached: m.notification_event_sla_breach,
  ticket_rated: m.notification_event_rating,
  key_rejected: m.notification_letter_key,
  webhook_off: m.notification_letter_webhook,
  flood_held_back: m.notification_letter_flood,
  report_daily: m.notification_event_daily_report,
  report_weekly: m.notification_event_weekly_digest,
  report_monthly: m.notification_event_monthly_report,
  digest: m.notification_letter_digest,
  test: m.notification_letter_test,
}

export const faultLabels: Record<MailFault, () => string> = {
  unreachable: m.mail_fault_unreachable,
  unknown_host: m.mail_fault_unknown_host,
  private_address: m.mail_fault_private_address,
  tls: m.mail_fault_tls,
  auth: m.notification_fault_auth,
  timeout: m.mail_fault_timeout,
  refused: m.mail_fault_refused,
  not_now: m.mail_fault_not_now,
  unreadable_password: m.mail_fault_password,
  other: m.mail_fault_unknown,
}

export const transportLabels: Record<PlatformMailer, () => string> = {
  smtp: m.notification_transport_smtp,
  emailjs: m.notification_transport_emailjs,
  files: m.notification_transport_files,
}
