import type { Language } from '#server/language/service.ts'
import type { Notification } from '#server/notification/notifications.ts'
import { type MailContent, type MailText, mailText } from '#server/platform/mail/layout.ts'

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
export function localTime(at: Date, timeZone: string, language: Language): string {
  const key = `${language} ${timeZone}`
  const format = formats.get(key) ?? formatFor(timeZone, language)
  formats.set(key, format)
  return format.format(at)
}

/** A format costs as much as the rest of a mail's text; there are some hundred time zones. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatFor(timeZone: string, language: Language): Intl.DateTimeFormat {
  const zone = Intl.supportedValuesOf('timeZone').includes(timeZone) ? timeZone : 'UTC'
  return new Intl.DateTimeFormat(language, { ...TIME_FORMAT, timeZone: zone })
}

const MAX_QUOTE = 4000

/** A quoted text, cut where it is very long. */
export const clipped = (text: string): string =>
  text.length > MAX_QUOTE ? `${[...text.slice(0, MAX_QUOTE)].join('').trimEnd()}…` : text
