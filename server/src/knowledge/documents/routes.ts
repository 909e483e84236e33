import * as contract from '#contracts/knowledge/document.ts'
import { canEditKnowledge } from '#server/knowledge/policy.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import { presentDocument, presentPassage } from './present.ts'
import * as service from './service.ts'

/** Training documents on the desk. */
export const documentRoutes: Route[] = [
  memberRoute(contract.listDocuments, async ({ tenant, actor, query }) => {
    const page = await service.listDocuments(tenant, query)
    return {
      ...page,
      items: page.items.map((row) => presentDocument(actor, row)),
      can: { edit: canEditKnowledge(actor) },
    }
  }),
  memberRoute(contract.addTextDocument, async ({ tenant, actor, body }) =>
    presentDocument(actor, await service.addText(tenant, actor, body)),
  ),
  memberRoute(contract.addPageDocument, async ({ tenant, actor, body }) =>
    presentDocument(actor, await service.addPage(tenant, actor, body)),
  ),
  memberRoute(contract.uploadDocument, async ({ tenant, actor, request, query }) =>
    presentDocument(actor, await service.uploadDocument(tenant, actor, request, query)),
  ),
  memberRoute(contract.deleteSampleDocuments, async ({ tenant, actor }) => ({
    deleted: await service.deleteSamples(tenant, actor),
  })),
  memberRoute(contract.getDocument, async ({ tenant, actor, params }) => {
    const { document, passages, passageCount } = await service.openDocument(tenant, params.documentId)
    return { document: presentDocument(actor, document), passages: passages.map(presentPassage), passageCount }
  }),
  memberRoute(contract.changeDocument, async ({ tenant, actor, params, body }) =>
    presentDocument(actor, await service.changeDocument(tenant, actor, params.documentId, body)),
  ),
  memberRoute(contract.retryDocument, async ({ tenant, actor, params }) =>
    presentDocument(actor, await service.retryDocument(tenant, actor, params.documentId)),
  ),
  memberRoute(contract.deleteDocument, async ({ tenant, actor, params }) => {
    await service.deleteDocument(tenant, actor, params.documentId)
    return { ok: true as const }
  }),
]
