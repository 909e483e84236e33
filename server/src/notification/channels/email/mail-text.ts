import type { Language } from '#server/language/service.ts'
import type { Notification } from '#server/notification/notifications.ts'

export const senderOf = ({ tenant }: Pick<Notification, 'tenant'>) => ({
  name: tenant.name,
  color: tenant.branding.primaryColor,
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
export function localTime(at: Date, timeZone: string, language: Language = 'en'): string {
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
