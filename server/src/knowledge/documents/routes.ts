import * as contract from '#contracts/knowledge/document.ts'
import { EDIT_KNOWLEDGE } from '#server/knowledge/policy.ts'
import { hasRole } from '#server/platform/policy.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import * as commands from './commands.ts'
import { presentDocument, presentPassage } from './present.ts'
import { getDocumentDetail, listDocuments } from './reads.ts'

/** Training documents on the desk. */
export const documentRoutes: Route[] = [
  memberRoute(contract.listDocuments, async ({ tenant, actor, query }) => {
    const page = await listDocuments(tenant, query)
    return {
      ...page,
      items: page.items.map((row) => presentDocument(actor, row)),
      can: { edit: hasRole(actor, EDIT_KNOWLEDGE) },
    }
  }),
  memberRoute(contract.addTextDocument, async ({ tenant, actor, body }) =>
    presentDocument(actor, await commands.addTextDocument(tenant, actor, body)),
  ),
  memberRoute(contract.addPageDocument, async ({ tenant, actor, body }) =>
    presentDocument(actor, await commands.addPageDocument(tenant, actor, body)),
  ),
  memberRoute(contract.uploadDocument, async ({ tenant, actor, request, query }) =>
    presentDocument(actor, await commands.uploadDocument(tenant, actor, request, query)),
  ),
  memberRoute(contract.deleteSampleDocuments, async ({ tenant, actor }) => ({
    deleted: await commands.removeSampleDocuments(tenant, actor),
  })),
  memberRoute(contract.getDocument, async ({ tenant, actor, params }) => {
    const { document, passages, passageCount } = await getDocumentDetail(tenant, params.documentId)
    return { document: presentDocument(actor, document), passages: passages.map(presentPassage), passageCount }
  }),
  memberRoute(contract.changeDocument, async ({ tenant, actor, params, body }) =>
    presentDocument(actor, await commands.changeDocument(tenant, actor, params.documentId, body)),
  ),
  memberRoute(contract.retryDocument, async ({ tenant, actor, params }) =>
    presentDocument(actor, await commands.retryDocument(tenant, actor, params.documentId)),
  ),
  memberRoute(contract.deleteDocument, async ({ tenant, actor, params }) => {
    await commands.deleteDocument(tenant, actor, params.documentId)
    return { ok: true as const }
  }),
]
