import { and, desc, eq, ne } from 'drizzle-orm'
import type { listRuns, RunView } from '#contracts/automation/rule.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { AutomationRuleId, TicketId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import { type AutomationRunRow, automationRun } from '#server/automation/schema.ts'
import { afterPosition, newestFirst, pageFrom } from '#server/platform/db/cursor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { lineIn } from '#server/platform/text/stored-text.ts'

const PAGE = 50

type Which = {
  ruleId?: AutomationRuleId | undefined
  ticketId?: TicketId | undefined
  outcome?: 'applied' | 'stopped' | undefined
  cursor?: string | undefined
}

/** What rules did, newest first: of one rule, on one ticket, or of all. */
export const listRunsOf = (
  tenant: Tenant,
  { ruleId, ticketId, outcome, cursor }: Which,
  language: Language,
): Promise<ReplyOf<typeof listRuns>> =>
  tenant.read(async (t) => {
    const { tenantId, at, id } = automationRun
    const rows = await t.db
      .select()
      .from(automationRun)
      .where(
        and(
          eq(tenantId, t.tenantId),
          ruleId ? eq(automationRun.ruleId, ruleId) : undefined,
          ticketId ? eq(automationRun.ticketId, ticketId) : undefined,
          outcome ? (outcome === 'applied' ? eq : ne)(automationRun.outcome, 'applied') : undefined,
          afterPosition(at, id, newestFirst.decode(cursor)),
        ),
      )
      .orderBy(desc(at), desc(id))
      .limit(PAGE + 1)
    const page = pageFrom(rows, PAGE, newestFirst, (row) => ({ at: row.at, id: row.id }))
    return { ...page, items: page.items.map((row) => presentRun(row, language)) }
  })

const presentRun = (row: AutomationRunRow, language: Language): RunView => ({
  id: row.id,
  ruleId: row.ruleId,
  ruleName: row.ruleName,
  ticketId: row.ticketId,
  ticketNumber: row.ticketNumber,
  trigger: row.trigger,
  outcome: row.outcome,
  depth: row.depth,
  detail: {
    ...row.detail,
    skipped: row.detail.skipped.map((one) => ({ ...one, reason: lineIn(one.reason, language) })),
  },
  at: row.at.toISOString(),
})
