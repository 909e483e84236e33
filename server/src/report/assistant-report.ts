import { type AssistantReport, ChatOutcome, type ChosenDays, type ReportedChat } from '#contracts/report/report.ts'
import { requireFeature } from '#server/billing/service.ts'
import { newestFirst, pageFrom } from '#server/platform/db/cursor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { countOutcomes, listChats } from './assistant-queries.ts'
import { type Period, periodOf, presentPeriod } from './period.ts'
import { sumRatings } from './ticket-queries.ts'

/** How the chats of a period that the assistant answered ended, beside the period before. Throws plan_limit where the plan has no analytics. */
export const readAssistantReport = (tenant: Tenant, days: ChosenDays): Promise<AssistantReport> =>
  tenant.readStale(async (t) => {
    await requireFeature(t, 'analytics')
    return assistantReportOf(t, await periodOf(t, days))
  })

/** The same within an open transaction. */
export async function assistantReportOf(t: Tx, period: Period): Promise<AssistantReport> {
  const [counted, satisfaction] = await Promise.all([countOutcomes(t, period), sumRatings(t, period, 'chats')])
  const chatsOf = (outcome: ChatOutcome, isCurrent: boolean) =>
    counted.find((row) => row.outcome === outcome && row.isCurrent === isCurrent)?.chats ?? 0
  const outcomes = Object.fromEntries(
    ChatOutcome.options.map((outcome) => [outcome, { value: chatsOf(outcome, true), before: chatsOf(outcome, false) }]),
  ) as AssistantReport['outcomes']
  const shareOf = (isCurrent: boolean) => {
    const all = ChatOutcome.options.reduce((sum, outcome) => sum + chatsOf(outcome, isCurrent), 0)
    return all === 0 ? null : (chatsOf('confirmed', isCurrent) + chatsOf('assumed', isCurrent)) / all
  }
  const share = { value: shareOf(true), before: shareOf(false) }
  return { period: presentPeriod(period), outcomes, share, satisfaction }
}

type Wanted = ChosenDays & { outcome: ChatOutcome; cursor?: string | undefined; limit: number }

/** The chats behind one of these figures, newest answer first. */
export const listReportedChats = (tenant: Tenant, { outcome, cursor, limit, ...days }: Wanted) =>
  tenant.readStale(async (t) => {
    await requireFeature(t, 'analytics')
    const period = await periodOf(t, days)
    const rows = await listChats(t, period, outcome, { after: newestFirst.decode(cursor), limit: limit + 1 })
    const page = pageFrom(rows, limit, newestFirst, ({ at, id }) => ({ at, id }))
    const items = page.items.map(
      ({ id, at, ...chat }): ReportedChat => ({ ...chat, conversationId: id, answeredAt: at.toISOString() }),
    )
    return { ...page, items }
  })
