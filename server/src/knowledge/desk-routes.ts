import type { FastifyReply } from 'fastify'
import {
  changeFaq,
  createFaq,
  deleteFaq,
  exportFaqs,
  getFaq,
  getKnowledgeAnalytics,
  listFaqs,
} from '#contracts/knowledge/faq.ts'
import { getImport, importPage, startImport, undoImport, uploadImport } from '#contracts/knowledge/import.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import { readAnalytics } from './analytics/analytics.ts'
import { type Export, exportFaqs as writeExport } from './faqs/export.ts'
import * as faqs from './faqs/service.ts'
import * as imports from './import/service.ts'

/** The desk's questions and answers, their import and export, and how the knowledge serves. */
export const knowledgeDeskRoutes: Route[] = [
  memberRoute(listFaqs, (c) => faqs.list(c.tenant, c.actor, c.query)),
  memberRoute(createFaq, (c) => faqs.create(c.tenant, c.actor, c.body)),
  memberRoute(getFaq, (c) => faqs.detail(c.tenant, c.params.faqId)),
  memberRoute(changeFaq, (c) => faqs.change(c.tenant, c.actor, c.params.faqId, c.body)),
  memberRoute(deleteFaq, (c) => faqs.remove(c.tenant, c.actor, c.params.faqId)),
  memberRoute(exportFaqs, async (c) => sendFile(c.reply, await writeExport(c.tenant, c.query.format))),
  memberRoute(getKnowledgeAnalytics, (c) => readAnalytics(c.tenant, c.query.period)),
  memberRoute(uploadImport, (c) => imports.upload(c.tenant, c.actor, c.request)),
  memberRoute(importPage, (c) => imports.begin(c.tenant, c.actor, c.body)),
  memberRoute(getImport, (c) => imports.read(c.tenant, c.actor, c.params.importId)),
  memberRoute(startImport, (c) => imports.start(c.tenant, c.actor, c.params.importId, c.body)),
  memberRoute(undoImport, (c) => imports.undo(c.tenant, c.actor, c.params.importId)),
]

/** Always a download, never shown as a page. */
function sendFile(reply: FastifyReply, { type, name, text }: Export): undefined {
  reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .send(text)
  return undefined
}
