import * as contract from '#contracts/knowledge/import.ts'
import { languageOf } from '#server/platform/route/request-language.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import { createCsvImport, createPageImport, startFaqImport, undoFaqImport } from './commands.ts'
import { getFaqImport, importIn } from './reads.ts'

/** Import of FAQs on the desk. */
export const importRoutes: Route[] = [
  memberRoute(contract.uploadImport, (c) =>
    importIn(languageOf(c.request), createCsvImport(c.tenant, c.actor, c.request)),
  ),
  memberRoute(contract.importPage, (c) => importIn(languageOf(c.request), createPageImport(c.tenant, c.actor, c.body))),
  memberRoute(contract.getImport, (c) =>
    importIn(languageOf(c.request), getFaqImport(c.tenant, c.actor, c.params.importId)),
  ),
  memberRoute(contract.startImport, (c) =>
    importIn(languageOf(c.request), startFaqImport(c.tenant, c.actor, c.params.importId, c.body)),
  ),
  memberRoute(contract.undoImport, (c) => undoFaqImport(c.tenant, c.actor, c.params.importId)),
]
