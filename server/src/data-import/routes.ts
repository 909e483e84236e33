import * as contract from '#contracts/data-import/data-import.ts'
import type { Endpoint } from '#contracts/endpoint.ts'
import { languageOf } from '#server/platform/route/request-language.ts'
import { memberRoute, type Route, type RouteContext } from '#server/platform/route/route.ts'
import * as commands from './commands.ts'
import { downloadSkips, readImport, readImports } from './reads.ts'

const callerOf = ({ actor, request }: RouteContext<Endpoint, 'member'>): commands.Caller => ({
  actor,
  address: request.ip,
  requestId: request.id,
  language: languageOf(request),
})

export const dataImportRoutes: Route[] = [
  memberRoute(contract.listDataImports, (c) => readImports(c.tenant, c.actor, languageOf(c.request))),
  memberRoute(contract.createDataImport, (c) => commands.createImport(c.tenant, callerOf(c), c.body)),
  memberRoute(contract.getDataImport, (c) =>
    readImport(c.tenant, c.actor, c.params.dataImportId, languageOf(c.request)),
  ),
  memberRoute(contract.uploadDataImport, (c) =>
    commands.uploadExport(c.tenant, callerOf(c), c.params.dataImportId, c.request),
  ),
  memberRoute(contract.saveDataImportMapping, (c) =>
    commands.saveMapping(c.tenant, callerOf(c), c.params.dataImportId, c.body.mapping),
  ),
  memberRoute(contract.checkDataImport, (c) => commands.startCheck(c.tenant, callerOf(c), c.params.dataImportId)),
  memberRoute(contract.runDataImport, (c) => commands.startRun(c.tenant, callerOf(c), c.params.dataImportId)),
  memberRoute(contract.cancelDataImport, (c) => commands.cancelImport(c.tenant, callerOf(c), c.params.dataImportId)),
  memberRoute(contract.undoDataImport, (c) =>
    commands.undoImport(c.tenant, callerOf(c), c.params.dataImportId, c.body.confirmation),
  ),
  memberRoute(contract.deleteDataImport, (c) => commands.removeImport(c.tenant, callerOf(c), c.params.dataImportId)),
  memberRoute(contract.downloadSkippedRecords, async (c) => {
    const file = await downloadSkips(c.tenant, c.actor, c.params.dataImportId, languageOf(c.request))
    c.reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="left-out.csv"')
      .header('cache-control', 'private, no-store')
      .send(file)
    return undefined
  }),
]
