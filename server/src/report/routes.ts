import { getOverview, listRecentActivity } from '#contracts/report/overview.ts'
import * as contract from '#contracts/report/report.ts'
import { languageOf } from '#server/platform/route/request-language.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import { listReportedChats, readAssistantReport } from './assistant-report.ts'
import { buildReportFile } from './export-file.ts'
import { readOverview, readRecentActivity } from './overview.ts'
import { readTicketReport, readTicketReportBy } from './ticket-report.ts'

export const reportRoutes: Route[] = [
  memberRoute(getOverview, (c) => readOverview(c.tenant, c.actor)),
  memberRoute(listRecentActivity, (c) => readRecentActivity(c.tenant, languageOf(c.request))),
  memberRoute(contract.getTicketReport, (c) => readTicketReport(c.tenant, c.query)),
  memberRoute(contract.getTicketReportBy, (c) => readTicketReportBy(c.tenant, c.query)),
  memberRoute(contract.getAssistantReport, (c) => readAssistantReport(c.tenant, c.query)),
  memberRoute(contract.listReportedChats, (c) => listReportedChats(c.tenant, c.query)),
  memberRoute(contract.exportReport, async (c) => {
    const { name, text } = await buildReportFile(c.tenant, c.query)
    c.reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'private, no-store')
      .send(text)
    return undefined
  }),
]
