import { pageLocale } from '#web/lib/format.ts'

/** `Tue, Nov 24, 9:00 AM`, on the clocks of a time zone, or the reader's own; one that the browser does not know counts as UTC. */
export function timeText(at: string, timeZone?: string): string {
  const options = { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const
  const inZone = (zone?: string) =>
    new Date(at).toLocaleString(pageLocale(), { ...options, ...(zone ? { timeZone: zone } : {}) })
  try {
    return inZone(timeZone)
  } catch {
    return inZone('UTC')
  }
}
