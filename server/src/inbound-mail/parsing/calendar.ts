/** A date that a mail invites to, moves or cancels (RFC 5545, RFC 5546), as lines that need no words of ours. */
export type CalendarEvent = { lines: string[]; description: string }

type Property = { name: string; params: Record<string, string>; value: string }
const MOST_EVENTS = 10
const DAY_MS = 86_400_000

/** The dates of a calendar file, each once. */
export function readCalendar(text: string): CalendarEvent[] {
  const events: CalendarEvent[] = []
  for (const block of blocksOf(propertiesOf(text)).slice(0, MOST_EVENTS)) {
    const event = eventOf(block)
    if (event.lines.length > 0) events.push(event)
  }
  return events
}

/** Long lines are folded (RFC 5545, section 3.1). */
const propertiesOf = (text: string): Property[] =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n')
    .flatMap((line) => {
      const [, name, params = '', value = ''] =
        /^([A-Za-z-]+)((?:;[^=;:]+=(?:"[^"]*"|[^";:]*))*):(.*)$/.exec(line) ?? []
      return name === undefined ? [] : [{ name: name.toUpperCase(), params: paramsOf(params), value }]
    })

const paramsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/;([^=;:]+)=(?:"([^"]*)"|([^";:]*))/g)].map(([, key = '', quoted, plain]) => [
      key.toUpperCase(),
      quoted ?? plain ?? '',
    ]),
  )

/** The properties of each event, without those of its alarms. */
function blocksOf(properties: readonly Property[]): Property[][] {
  const blocks: Property[][] = []
  const open: string[] = []
  for (const property of properties) {
    if (property.name === 'BEGIN') {
      open.push(property.value.trim().toUpperCase())
      if (open.at(-1) === 'VEVENT') blocks.push([])
    } else if (property.name === 'END') open.pop()
    else if (open.at(-1) === 'VEVENT') blocks.at(-1)?.push(property)
  }
  return blocks
}

function eventOf(block: readonly Property[]): CalendarEvent {
  const find = (name: string) => block.find((property) => property.name === name)
  const textIn = (name: string) => unescaped(find(name)?.value ?? '').trim()
  const organizer = find('ORGANIZER')
  const address = organizer?.value.replace(/^mailto:/i, '').trim() ?? ''
  const name = organizer?.params.CN?.trim()
  const lines = [
    textIn('SUMMARY'),
    timeOf(find('DTSTART'), find('DTEND'), find('DURATION')?.value),
    textIn('LOCATION'),
    name && name !== address ? `${name} <${address}>` : address,
  ]
  return { lines: lines.filter((line) => line !== ''), description: textIn('DESCRIPTION') }
}

const unescaped = (value: string): string =>
  value.replace(/\\([nN;,\\])/g, (_, given: string) => (/n/i.test(given) ? '\n' : given))

type Moment = { date: string; time: string | null; zone: string | null }

function momentOf(property: Property | undefined): Moment | null {
  const [, year, month, day, hour, minute, isUtc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d{0,2}(Z)?)?$/.exec(property?.value.trim() ?? '') ?? []
  if (year === undefined) return null
  const time = hour === undefined ? null : `${hour}:${minute}`
  return { date: `${year}-${month}-${day}`, time, zone: time && (isUtc ? 'UTC' : (property?.params.TZID ?? null)) }
}

/** `2026-11-30 13:00 – 14:00 (UTC)`; the last day of several whole days is the one before the end. */
function timeOf(startsAt: Property | undefined, endsAt: Property | undefined, duration: string | undefined): string {
  const start = momentOf(startsAt)
  if (!start) return ''
  const end = momentOf(endsAt) ?? endAfter(start, duration)
  const zone = start.zone ? ` (${start.zone})` : ''
  if (start.time === null) {
    const last = end && shifted(`${end.date}T00:00`, -DAY_MS).date
    return last && last > start.date ? `${start.date} – ${last}` : start.date
  }
  if (!end?.time) return `${start.date} ${start.time}${zone}`
  const until = end.date === start.date ? end.time : `${end.date} ${end.time}`
  return `${start.date} ${start.time} – ${until}${zone}`
}

function endAfter({ date, time }: Moment, duration: string | undefined): Moment | null {
  const [, weeks, days, hours, minutes] =
    /^\+?P(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?)?/.exec(duration ?? '') ?? []
  if (!time || duration === undefined) return null
  const amount = (value: string | undefined) => Number(value ?? 0)
  const total = ((amount(weeks) * 7 + amount(days)) * 24 + amount(hours)) * 60 + amount(minutes)
  return total > 0 ? shifted(`${date}T${time}`, total * 60_000) : null
}

function shifted(at: string, ms: number): Moment {
  const date = new Date(`${at}:00Z`)
  if (Number.isNaN(date.getTime())) return { date: at.slice(0, 10), time: null, zone: null }
  const text = new Date(date.getTime() + ms).toISOString()
  return { date: text.slice(0, 10), time: text.slice(11, 16), zone: null }
}
