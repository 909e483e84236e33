import { and, eq } from 'drizzle-orm'
import type { TenantId } from '#contracts/ids.ts'
import { hasFeature } from '#server/billing/service.ts'
import { notifyOfReport } from '#server/notification/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { RecurringJob } from '#server/platform/jobs/job.ts'
import { runForEach } from '#server/platform/jobs/recurring-jobs.ts'
import { type Platform, tenantOf } from '#server/platform/platform.ts'
import { readTenant } from '#server/tenant/service.ts'
import { assistantReportOf } from './assistant-report.ts'
import { periodOf } from './period.ts'
import { nextDue, RHYTHMS, type Rhythm, reportedDays } from './rhythm.ts'
import { reportSchedule } from './schema.ts'
import { ticketReportOf } from './ticket-report.ts'

const SWEEP_LIMIT = 200

/** Mails the reports that are due to the members who chose them, and notes when a new business's first ones are. */
export const mailReports: RecurringJob = {
  name: 'report.mail',
  everySeconds: 60,
  run: async (platform) => {
    const due = await platform.db.query<{ tenant_id: TenantId }>('SELECT tenant_id FROM due_reports($1, $2)', [
      platform.clock.now(),
      SWEEP_LIMIT,
    ])
    await runForEach(platform, due, ({ tenant_id: tenantId }) =>
      tenantOf(platform, tenantId).tx((t) => mailDueReports(t, platform)),
    )
  },
}

/** The rows are locked: another process that does the same waits, and then finds them moved on. */
async function mailDueReports(t: Tx, platform: Platform): Promise<void> {
  const { timezone } = (await readTenant(t)).businessInfo
  const rows = await t.db.select().from(reportSchedule).where(eq(reportSchedule.tenantId, t.tenantId)).for('update')
  for (const rhythm of RHYTHMS) {
    const dueAt = nextDue(rhythm, t.now, timezone)
    const row = rows.find((one) => one.rhythm === rhythm)
    if (!row) await t.db.insert(reportSchedule).values({ tenantId: t.tenantId, rhythm, dueAt }).onConflictDoNothing()
    else if (row.dueAt <= t.now) {
      await t.db
        .update(reportSchedule)
        .set({ dueAt })
        .where(and(eq(reportSchedule.tenantId, t.tenantId), eq(reportSchedule.rhythm, rhythm)))
      await mailReport(t, platform, rhythm, timezone)
    }
  }
}

/** A period in which nothing happened is not mailed, nor a report to a business whose plan has no analytics. */
async function mailReport(t: Tx, platform: Platform, rhythm: Rhythm, timezone: string): Promise<void> {
  if (!(await hasFeature(t, 'analytics'))) return
  const days = reportedDays(rhythm, t.now, timezone)
  const period = await periodOf(t, days)
  const [tickets, assistant] = await Promise.all([ticketReportOf(t, period), assistantReportOf(t, period)])
  const { created, resolved, backlog, firstResponse, satisfaction } = tickets
  const chats = Object.values(assistant.outcomes).reduce((sum, { value }) => sum + value, 0)
  if (created.value + resolved.value + satisfaction.count.value + chats === 0) return
  await notifyOfReport(t, platform, rhythm, {
    ...days,
    created,
    resolved,
    backlog,
    firstResponseSeconds: firstResponse.median,
    stars: satisfaction.average,
    resolvedByAi: assistant.share,
  })
}
