import { type AssistantReport, ChatOutcome, type Days, type ReportedChat } from '#contracts/report/report.ts'
import { newestFirst, pageFrom } from '#server/platform/db/cursor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { countOutcomes, listChats } from './assistant-queries.ts'
import { periodOf, presentPeriod } from './period.ts'

/** How the chats of a period that the assistant answered ended, beside the period before. */
export const readAssistantReport = (tenant: Tenant, days: Days): Promise<AssistantReport> =>
  tenant.read(async (t) => {
    const period = await periodOf(t, days)
    const counted = await countOutcomes(t, period)
    const chatsOf = (outcome: ChatOutcome, isCurrent: boolean) =>
      counted.find((row) => row.outcome === outcome && row.isCurrent === isCurrent)?.chats ?? 0
    const outcomes = Object.fromEntries(
      ChatOutcome.options.map((outcome) => [
        outcome,
        { value: chatsOf(outcome, true), before: chatsOf(outcome, false) },
      ]),
    ) as AssistantReport['outcomes']
    const shareOf = (isCurrent: boolean) => {
      const all = ChatOutcome.options.reduce((sum, outcome) => sum + chatsOf(outcome, isCurrent), 0)
      return all === 0 ? null : (chatsOf('confirmed', isCurrent) + chatsOf('assumed', isCurrent)) / all
    }
    return { period: presentPeriod(period), outcomes, share: { value: shareOf(true), before: shareOf(false) } }
  })

type Wanted = Days & { outcome: ChatOutcome; cursor?: string | undefined; limit: number }

/** The chats behind one of these figures, newest answer first. */
export const listReportedChats = (tenant: Tenant, { outcome, cursor, limit, ...days }: Wanted) =>
  tenant.read(async (t) => {
    const period = await periodOf(t, days)
    const rows = await listChats(t, period, outcome, { after: newestFirst.decode(cursor), limit: limit + 1 })
    const page = pageFrom(rows, limit, newestFirst, ({ at, id }) => ({ at, id }))
    const items = page.items.map(
      ({ id, at, ...chat }): ReportedChat => ({ ...chat, conversationId: id, answeredAt: at.toISOString() }),
    )
    return { ...page, items }
  })
