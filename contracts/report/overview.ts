import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant } from '#contracts/fields.ts'
import { TicketId } from '#contracts/ids.ts'

const Count = z.number().int()

/** `isDefault`: nothing is measured yet and the default value is shown. `before`: the same figure of the period before. */
const Figure = z.object({ value: z.number(), before: z.number().nullable(), isDefault: z.boolean() })

/** One number for each of the last fourteen days, oldest first; null on a day without anything to measure. */
const Line = z.array(z.number().nullable())

export const OverviewView = z.object({
  customers: Figure.extend({ line: Line }),
  activeTickets: Figure.extend({ line: Line }),
  /** Since midnight in the business's time zone; `before`: the whole day before. */
  resolvedToday: Figure.extend({ line: Line, since: Instant }),
  /** Median seconds to the first reply over 30 days. */
  responseSeconds: Figure.extend({ line: Line }),
  /** Percent over 30 days: the average rating of five stars. */
  satisfaction: Figure.extend({ line: Line, ratings: Count }),
  /** 150 for each customer, times min(2, 1 + tickets / 100); in US dollars, an estimate. */
  revenue: Figure.extend({ customers: Count, tickets: Count }),
  statuses: z.object({ open: Count, inProgress: Count, waiting: Count, resolved: Count, closed: Count }),
  /** The first instant of the 30 days that response time and satisfaction are measured over. */
  measuredSince: Instant,
  /** `breachingSoon`: unfinished tickets whose next agreed time ends soon. */
  waiting: z.object({ mine: Count, unassigned: Count, breachingSoon: Count }),
  /** Address of the film of the video guide. */
  guideUrl: z.string(),
})
export type OverviewView = z.output<typeof OverviewView>

export const getOverview = endpoint({
  tag: 'reports',
  access: 'member',
  rate: 'read',
  method: 'GET',
  path: '/api/overview',
  summary: 'The figures of the overview',
  reply: OverviewView,
})

export const RecentActivity = z.object({
  id: z.string(),
  action: z.string(),
  type: z.string(),
  /** The ticket it is about; null also where that was deleted. */
  ticketId: TicketId.nullable(),
  ticketSubject: z.string().nullable(),
  actorName: z.string(),
  at: Instant,
})
export type RecentActivity = z.output<typeof RecentActivity>

/** The newest ten entries of the activity log. */
export const listRecentActivity = endpoint({
  tag: 'reports',
  access: 'member',
  rate: 'read',
  method: 'GET',
  path: '/api/overview/activity',
  summary: 'Recent activity',
  reply: z.object({ items: z.array(RecentActivity) }),
})
