import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RuleTrigger } from '#contracts/automation/trigger.ts'
import type { Priority } from '#contracts/conversation/escalation.ts'
import type { TicketStatus } from '#contracts/ticket/ticket.ts'
import { businessCalendar } from '#server/tenant/service.ts'
import { DEFAULT_SLA } from './defaults.ts'
import { follow, markDue, type SlaEvent, type SlaStanding, type SlaTerms } from './standing.ts'

const office = businessCalendar({
  timezone: 'UTC',
  businessHours: { start: '09:00', end: '17:00', days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] },
  holidays: [{ day: '2026-03-10', name: 'Founders’ day', everyYear: true }],
})
// Medium: first and next reply in 8 hours of business, resolution in 40. Urgent: 1 and 8.
const terms: SlaTerms = { policy: DEFAULT_SLA, calendar: office }
/** A Friday at nine. */
const FRIDAY = '2026-03-06T09:00:00.000Z'

const event = (
  at: string,
  triggers: RuleTrigger[],
  { status = 'open', priority = 'medium' }: { status?: TicketStatus; priority?: Priority } = {},
): SlaEvent => ({ triggers, status, priority, at: new Date(at) })

/** The standing after events, each of which first marks what had come due. */
const standingAfter = (events: SlaEvent[], given = terms): SlaStanding | null =>
  events.reduce<SlaStanding | null>(
    (before, one) => follow(before && markDue(before, one.at).standing, one, given),
    null,
  )

const created = event(FRIDAY, ['created'])

describe('[T12] agreed times of a ticket', () => {
  it('begin with it and end within business hours, over a week-end and a holiday', () => {
    const standing = standingAfter([created])
    expect(standing?.clocks.firstReply?.dueAt).toBe('2026-03-06T17:00:00.000Z')
    // Forty hours: Friday, Monday, not the holiday on Tuesday, Wednesday to Friday.
    expect(standing?.clocks.resolution?.dueAt).toBe('2026-03-13T17:00:00.000Z')
    expect(standing).toMatchObject({ state: 'running', nextDueAt: new Date('2026-03-06T17:00:00Z') })
    expect(standing?.nextCheckAt).toEqual(new Date('2026-03-06T15:00:00Z'))
  })

  it('do not begin for a ticket of before', () => {
    expect(standingAfter([event(FRIDAY, ['customer_replied'])])).toBeNull()
  })

  it('pass around the clock where the priority says so, and not at all for a business without hours', () => {
    const urgent = { ...DEFAULT_SLA.targets.urgent, hours: 'always' as const }
    const policy = { ...DEFAULT_SLA, targets: { ...DEFAULT_SLA.targets, urgent } }
    const evening = event('2026-03-06T22:00:00Z', ['created'], { priority: 'urgent' })
    expect(standingAfter([evening], { policy, calendar: office })?.clocks.firstReply?.dueAt).toBe(
      '2026-03-06T23:00:00.000Z',
    )
    const never = businessCalendar({ timezone: 'UTC', businessHours: { start: '09:00', end: '17:00', days: [] } })
    expect(standingAfter([created], { policy, calendar: never })?.nextDueAt).toBeNull()
  })

  it('pause while the ticket waits for the customer, and go on with what was left', () => {
    const waiting = event('2026-03-06T12:00:00Z', ['status_changed'], { status: 'waiting' })
    const paused = standingAfter([created, waiting])
    expect(paused).toMatchObject({ state: 'paused', nextDueAt: null, nextCheckAt: null })
    // On Monday at ten the customer answers: five of the eight hours are left.
    const answered = event('2026-03-09T10:00:00Z', ['status_changed', 'customer_replied'])
    expect(standingAfter([created, waiting, answered])?.clocks.firstReply?.dueAt).toBe('2026-03-09T15:00:00.000Z')
  })

  it('count what has passed when the priority changes', () => {
    const raised = event('2026-03-06T09:30:00Z', ['priority_changed'], { priority: 'urgent' })
    expect(standingAfter([created, raised])?.clocks.firstReply?.dueAt).toBe('2026-03-06T10:00:00.000Z')
    const lowered = event('2026-03-06T09:45:00Z', ['priority_changed'], { priority: 'high' })
    expect(standingAfter([created, raised, lowered])?.clocks.firstReply?.dueAt).toBe('2026-03-06T13:00:00.000Z')
  })

  it('want a next reply from each message that a member has not answered, and only then', () => {
    const asked = event('2026-03-06T10:00:00Z', ['customer_replied'])
    expect(standingAfter([created, asked])?.clocks.nextReply).toBeUndefined()
    const replied = event('2026-03-06T11:00:00Z', ['member_replied'], { status: 'in-progress' })
    const again = event('2026-03-06T12:00:00Z', ['customer_replied'], { status: 'in-progress' })
    const more = event('2026-03-06T13:00:00Z', ['customer_replied'], { status: 'in-progress' })
    const standing = standingAfter([created, replied, again, more])
    expect(standing?.clocks.firstReply?.endedAt).toBe('2026-03-06T11:00:00.000Z')
    expect(standing?.clocks.nextReply?.dueAt).toBe('2026-03-09T12:00:00.000Z')
  })

  it('are met when the ticket is resolved in time, and the resolution goes on where it is reopened', () => {
    const resolved = event('2026-03-06T11:00:00Z', ['status_changed'], { status: 'resolved' })
    expect(standingAfter([created, resolved])).toMatchObject({ state: 'met', nextCheckAt: null })
    const reopened = event('2026-03-09T09:00:00Z', ['status_changed'])
    // Two of forty hours had passed, and Tuesday is a holiday.
    expect(standingAfter([created, resolved, reopened])?.clocks.resolution?.dueAt).toBe('2026-03-16T15:00:00.000Z')
  })

  it('are reported once: a warning, then the breach, which stays', () => {
    const begun = standingAfter([created]) as SlaStanding
    const soon = markDue(begun, new Date('2026-03-06T15:00:00Z'))
    expect(soon).toMatchObject({ warned: ['firstReply'], breached: [], standing: { state: 'soon' } })
    expect(markDue(soon.standing, new Date('2026-03-06T16:00:00Z'))).toMatchObject({ warned: [], breached: [] })
    const late = markDue(soon.standing, new Date('2026-03-06T17:00:00Z'))
    expect(late).toMatchObject({ warned: [], breached: ['firstReply'], standing: { state: 'breached' } })
    expect(markDue(late.standing, new Date('2026-03-09T09:30:00Z'))).toMatchObject({ warned: [], breached: [] })
    const replied = event('2026-03-09T09:30:00Z', ['member_replied'], { status: 'in-progress' })
    const resolved = event('2026-03-09T09:40:00Z', ['status_changed'], { status: 'resolved' })
    const standing = [replied, resolved].reduce<SlaStanding | null>(
      (one, next) => follow(one, next, terms),
      late.standing,
    )
    expect(standing).toMatchObject({ state: 'breached', breachedAt: new Date('2026-03-06T17:00:00Z') })
  })

  it('are warned of again where a lower priority extended them', () => {
    const urgent = event(FRIDAY, ['created'], { priority: 'urgent' })
    const warned = markDue(standingAfter([urgent]) as SlaStanding, new Date('2026-03-06T09:50:00Z')).standing
    expect(warned.state).toBe('soon')
    const lowered = follow(warned, event('2026-03-06T09:55:00Z', ['priority_changed'], { priority: 'low' }), terms)
    expect(lowered).toMatchObject({ state: 'running' })
    expect(lowered?.clocks.firstReply?.warnedAt).toBeNull()
  })

  it('have counted as much open time as the ticket was neither waiting nor finished, in any order of steps', () => {
    const minute = fc.integer({ min: 1, max: 3000 })
    const step = fc.record({
      minutes: minute,
      status: fc.constantFrom<TicketStatus>('open', 'in-progress', 'waiting', 'resolved'),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let at = Date.parse(FRIDAY)
        let [counts, counted] = [true, 0]
        let standing = standingAfter([created])
        for (const { minutes, status } of steps) {
          const next = at + minutes * 60_000
          if (counts) counted += office.openTimeBetween(new Date(at), new Date(next))
          standing = follow(standing, event(new Date(next).toISOString(), ['status_changed'], { status }), terms)
          counts = status !== 'waiting' && status !== 'resolved'
          at = next
        }
        expect(standing?.clocks.resolution?.spentMs).toBe(counted)
      }),
      { numRuns: 60 },
    )
  })
})
