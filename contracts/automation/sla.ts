import { z } from 'zod'
import { Priority } from '#contracts/conversation/escalation.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant, SeenVersion } from '#contracts/fields.ts'
import { TicketId } from '#contracts/ids.ts'
import { SlaClocks, SlaState, SlaTarget } from '#contracts/ticket/sla.ts'

/** 90 days. */
const MAX_MINUTES = 129_600
const Minutes = z.int().min(1, 'error_enter_sla_minutes').max(MAX_MINUTES, 'error_enter_sla_minutes').nullable()

/** The agreed times of one priority in minutes, null for none, and whether they pass within business hours only or always. */
export const SlaTargets = z.strictObject({
  firstReply: Minutes,
  nextReply: Minutes,
  resolution: Minutes,
  hours: z.enum(['business', 'always']),
})
export type SlaTargets = z.output<typeof SlaTargets>

export const SlaPolicy = z.strictObject({
  targets: z.strictObject({
    low: SlaTargets,
    medium: SlaTargets,
    high: SlaTargets,
    urgent: SlaTargets,
  } satisfies Record<Priority, typeof SlaTargets>),
  /** The assignee is warned when so much of a time has passed. */
  warnPercent: z.int().min(50, 'error_enter_warn_percent').max(95, 'error_enter_warn_percent'),
})
export type SlaPolicy = z.output<typeof SlaPolicy>

export const SlaSettingsView = z.object({
  isOn: z.boolean(),
  policy: SlaPolicy,
  /** Incremented by every save. */
  version: z.number().int(),
  /** Whether the business has business hours at all: without any, no time that counts them passes. */
  hasHours: z.boolean(),
  can: z.object({ edit: z.boolean() }),
})
export type SlaSettingsView = z.output<typeof SlaSettingsView>

const Member = { tag: 'automation', access: 'member' } as const

export const getSlaSettings = endpoint({
  ...Member,
  method: 'GET',
  path: '/api/automation/sla',
  summary: 'The agreed times of the business',
  rate: 'read',
  reply: SlaSettingsView,
})

/** They count for tickets that are created while they are on. Owners and admins only; a save from an older version is a conflict. */
export const saveSlaSettings = endpoint({
  ...Member,
  method: 'PUT',
  path: '/api/automation/sla',
  summary: 'Change the agreed times, or switch them on or off',
  rate: 'write',
  body: z.strictObject({ version: SeenVersion, isOn: z.boolean(), policy: SlaPolicy }),
  reply: SlaSettingsView,
})

/** How far back a dry run looks, in days. */
export const DryRunDays = z.union([z.literal(7), z.literal(30), z.literal(90)]).default(30)

const Result = z.object({ met: z.number().int(), breached: z.number().int(), open: z.number().int() })

/** A past ticket that would have breached an agreed time. */
export const SlaBreachRow = z.object({
  ticketId: TicketId,
  number: z.number().int(),
  subject: z.string(),
  priority: Priority,
  target: SlaTarget,
  dueAt: Instant,
})
export type SlaBreachRow = z.output<typeof SlaBreachRow>

/** What agreed times would have meant for the tickets created in the last `days`: calculated from what was written in them. */
export const dryRunSla = endpoint({
  ...Member,
  method: 'POST',
  path: '/api/automation/sla/dry-run',
  summary: 'What agreed times would have meant for past tickets',
  rate: 'write',
  body: z.strictObject({ policy: SlaPolicy, days: DryRunDays }),
  reply: z.object({
    tickets: z.number().int(),
    /** Only the newest tickets were calculated. */
    isPartial: z.boolean(),
    results: z.object({ firstReply: Result, nextReply: Result, resolution: Result } satisfies Record<
      SlaTarget,
      typeof Result
    >),
    /** The newest breaches first, at most 50. */
    rows: z.array(SlaBreachRow),
  }),
})

/** Null for a ticket without agreed times. */
export const getTicketSla = endpoint({
  ...Member,
  method: 'GET',
  path: '/api/tickets/:ticketId/sla',
  summary: 'How a ticket stands against its agreed times',
  rate: 'read',
  scope: 'tickets:read',
  params: z.object({ ticketId: TicketId }),
  reply: z.object({ sla: z.object({ state: SlaState, clocks: SlaClocks }).nullable() }),
})
