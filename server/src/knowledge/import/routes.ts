import * as contract from '#contracts/knowledge/import.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import { createCsvImport, createPageImport, startFaqImport, undoFaqImport } from './commands.ts'
import { getFaqImport } from './reads.ts'

/** Import of FAQs on the desk. */
export const importRoutes: Route[] = [
  memberRoute(contract.uploadImport, (c) => createCsvImport(c.tenant, c.actor, c.request)),
  memberRoute(contract.importPage, (c) => createPageImport(c.tenant, c.actor, c.body)),
  memberRoute(contract.getImport, (c) => getFaqImport(c.tenant, c.actor, c.params.importId)),
  memberRoute(contract.startImport, (c) => startFaqImport(c.tenant, c.actor, c.params.importId, c.body)),
  memberRoute(contract.undoImport, (c) => undoFaqImport(c.tenant, c.actor, c.params.importId)),
]
