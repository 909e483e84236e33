import type { SlaPolicy, SlaTargets } from '#contracts/automation/sla.ts'
import type { RuleTrigger } from '#contracts/automation/trigger.ts'
import type { Priority } from '#contracts/conversation/escalation.ts'
import { type SlaClock, type SlaClocks, type SlaState, SlaTarget } from '#contracts/ticket/sla.ts'
import type { TicketStatus } from '#contracts/ticket/ticket.ts'
import type { BusinessCalendar } from '#server/tenant/service.ts'

const MINUTE_MS = 60_000

/** How a ticket stands against its agreed times: all that `ticket_sla` stores but its keys. */
export type SlaStanding = {
  state: SlaState
  priority: Priority
  clocks: SlaClocks
  runningSince: Date | null
  nextDueAt: Date | null
  nextCheckAt: Date | null
  breachedAt: Date | null
}

/** What happened to a ticket, and how it was afterwards. */
export type SlaEvent = { triggers: readonly RuleTrigger[]; status: TicketStatus; priority: Priority; at: Date }

/** The agreed times of a business, and when it is open. */
export type SlaTerms = { policy: SlaPolicy; calendar: BusinessCalendar }

const ALWAYS: BusinessCalendar = {
  openingAt: () => ({ isOpenNow: true, opensAt: null }),
  addOpenTime: (from, ms) => new Date(from.getTime() + ms),
  openTimeBetween: (from, to) => Math.max(0, to.getTime() - from.getTime()),
}

const calendarOf = ({ policy, calendar }: SlaTerms, priority: Priority): BusinessCalendar =>
  policy.targets[priority].hours === 'always' ? ALWAYS : calendar

const NEW: SlaClock = { spentMs: 0, dueAt: null, warnAt: null, warnedAt: null, breachedAt: null, endedAt: null }

/** Which agreed times came due at a moment. */
export type SlaDue = { standing: SlaStanding; warned: SlaTarget[]; breached: SlaTarget[] }

/**
 * Marks the agreed times of which the warning or the end has passed. Each is marked once: whoever stores the result reports it. A time
 * that is breached already is not warned of.
 */
export function markDue(standing: SlaStanding, now: Date): SlaDue {
  const [warned, breached]: [SlaTarget[], SlaTarget[]] = [[], []]
  const clocks = mapClocks(standing.clocks, (clock, target) => {
    if (clock.endedAt) return clock
    if (isPast(clock.dueAt, now) && !clock.breachedAt) {
      breached.push(target)
      return { ...clock, breachedAt: clock.dueAt, warnedAt: clock.warnedAt ?? clock.warnAt }
    }
    if (!isPast(clock.warnAt, now) || clock.warnedAt || clock.breachedAt) return clock
    warned.push(target)
    return { ...clock, warnedAt: clock.warnAt }
  })
  const firstBreach = breached.map((target) => clocks[target]?.breachedAt ?? '').sort()[0]
  const breachedAt = standing.breachedAt ?? (firstBreach ? new Date(firstBreach) : null)
  return { standing: summed({ ...standing, clocks, breachedAt }), warned, breached }
}

/**
 * How a ticket stands after something happened to it. Null where its agreed times have not begun and do not now: they begin with the
 * ticket. The time until then is counted by the priority that the ticket had.
 */
export function follow(before: SlaStanding | null, event: SlaEvent, terms: SlaTerms): SlaStanding | null {
  const { triggers, status, priority, at } = event
  if (!before && !triggers.includes('created')) return null
  let clocks: SlaClocks = before ? spent(before, at, terms) : { firstReply: NEW, resolution: NEW }
  if (triggers.includes('member_replied')) clocks = ended(clocks, ['firstReply', 'nextReply'], at)
  // The first reply is due until a member wrote; from then on each message of the customer wants the next one.
  if (triggers.includes('customer_replied') && clocks.firstReply?.endedAt && !isRunning(clocks.nextReply)) {
    clocks = { ...clocks, nextReply: NEW }
  }
  const isFinished = status === 'resolved' || status === 'closed'
  if (isFinished) clocks = ended(clocks, SlaTarget.options, at)
  else if (clocks.resolution?.endedAt) clocks = { ...clocks, resolution: { ...clocks.resolution, endedAt: null } }
  const isPaused = isFinished || status === 'waiting'
  const targets = terms.policy.targets[priority]
  const reckoning = { calendar: calendarOf(terms, priority), warnPercent: terms.policy.warnPercent }
  const due = (clock: SlaClock, target: SlaTarget): SlaClock => {
    // What is over or breached keeps the time that it was due at.
    if (clock.endedAt || clock.breachedAt) return clock
    return isPaused ? { ...clock, dueAt: null, warnAt: null } : dueFrom(clock, at, targets[target], reckoning)
  }
  return summed({
    state: 'running',
    priority,
    clocks: mapClocks(clocks, due),
    runningSince: isPaused ? null : at,
    nextDueAt: null,
    nextCheckAt: null,
    breachedAt: before?.breachedAt ?? null,
  })
}

const isRunning = (clock: SlaClock | undefined): boolean => clock !== undefined && clock.endedAt === null
const isPast = (at: string | null, now: Date): boolean => at !== null && Date.parse(at) <= now.getTime()

/** The clocks with the time that has passed since they were set. */
function spent({ clocks, runningSince, priority }: SlaStanding, at: Date, terms: SlaTerms): SlaClocks {
  if (!runningSince) return clocks
  const passed = calendarOf(terms, priority).openTimeBetween(runningSince, at)
  return mapClocks(clocks, (clock) => (clock.endedAt ? clock : { ...clock, spentMs: clock.spentMs + passed }))
}

const ended = (clocks: SlaClocks, targets: readonly SlaTarget[], at: Date): SlaClocks =>
  mapClocks(clocks, (clock, target) =>
    targets.includes(target) && !clock.endedAt ? { ...clock, endedAt: at.toISOString() } : clock,
  )

type Reckoning = { calendar: BusinessCalendar; warnPercent: number }

/** When a running clock is due and warned of. A warning that was given counts no more where the time was extended past it. */
function dueFrom(
  clock: SlaClock,
  at: Date,
  minutes: SlaTargets['firstReply'],
  { calendar, warnPercent }: Reckoning,
): SlaClock {
  if (minutes === null) return { ...clock, dueAt: null, warnAt: null }
  const left = minutes * MINUTE_MS - clock.spentMs
  const leftToWarning = left - Math.round((minutes * MINUTE_MS * (100 - warnPercent)) / 100)
  const dueAt = calendar.addOpenTime(at, Math.max(0, left))
  const warnAt = calendar.addOpenTime(at, Math.max(0, leftToWarning))
  const isExtended = clock.warnedAt !== null && leftToWarning > 0
  return {
    ...clock,
    dueAt: dueAt?.toISOString() ?? null,
    warnAt: warnAt?.toISOString() ?? null,
    warnedAt: isExtended ? null : clock.warnedAt,
  }
}

/** The state, and the next times, that follow from the clocks. */
function summed(standing: SlaStanding): SlaStanding {
  const open = Object.values(standing.clocks).filter(isRunning)
  const waiting = open.filter(({ breachedAt }) => breachedAt === null)
  const checks = waiting.flatMap(({ warnAt, warnedAt, dueAt }) => (warnedAt ? [dueAt] : [warnAt, dueAt]))
  return {
    ...standing,
    state: stateOf(standing, open),
    nextDueAt: earliest(open.map(({ dueAt }) => dueAt)),
    nextCheckAt: earliest(checks),
  }
}

function stateOf({ breachedAt, runningSince }: SlaStanding, open: SlaClock[]): SlaState {
  if (breachedAt) return 'breached'
  if (open.length === 0) return 'met'
  if (!runningSince) return 'paused'
  return open.some(({ warnedAt, dueAt }) => warnedAt !== null && dueAt !== null) ? 'soon' : 'running'
}

function earliest(times: (string | null)[]): Date | null {
  const first = times.filter((time) => time !== null).sort()[0]
  return first === undefined ? null : new Date(first)
}

const mapClocks = (clocks: SlaClocks, map: (clock: SlaClock, target: SlaTarget) => SlaClock): SlaClocks =>
  Object.fromEntries(
    SlaTarget.options.flatMap((target) => {
      const clock = clocks[target]
      return clock ? [[target, map(clock, target)]] : []
    }),
  )
