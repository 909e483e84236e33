import type { Language } from '#server/language/service.ts'
import type { Notification } from '#server/notification/notifications.ts'
import { type MailContent, type MailText, mailText } from '#server/platform/mail/layout.ts'
import { dateFormat } from '#server/platform/text/date-format.ts'

/** What a mail says, before it is laid out; push and text messages take their words from it too. */
export type Letter = { subject: string; content: MailContent }

export const letter = (subject: string, content: MailContent): Letter => ({ subject, content })

export const layOut = ({ subject, content }: Letter): MailText => mailText(subject, content)

export const senderOf = ({ tenant }: Pick<Notification, 'tenant'>) => ({
  name: tenant.name,
  color: tenant.branding.primaryColor,
  hasLogo: tenant.branding.logo !== null,
})

const TIME_FORMAT = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const

/** A time in the business's time zone, with the zone's name. */
export const localTime = (at: Date, timeZone: string, language: Language): string =>
  dateFormat(language, { ...TIME_FORMAT, timeZone }).format(at)

const MAX_QUOTE = 4000

/** A quoted text, cut where it is very long. */
export const clipped = (text: string): string =>
  text.length > MAX_QUOTE ? `${[...text.slice(0, MAX_QUOTE)].join('').trimEnd()}…` : text
