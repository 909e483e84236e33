import type { FastifyReply } from 'fastify'
import * as contract from '#contracts/knowledge/faq.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import { changeFaq, createFaq, deleteFaq } from './commands.ts'
import { buildFaqExport, type FaqExport } from './export-file.ts'
import { getFaq, listFaqs } from './reads.ts'

/** FAQs on the desk, and their export. */
export const faqRoutes: Route[] = [
  memberRoute(contract.listFaqs, (c) => listFaqs(c.tenant, c.actor, c.query)),
  memberRoute(contract.createFaq, (c) => createFaq(c.tenant, c.actor, c.body)),
  memberRoute(contract.getFaq, (c) => getFaq(c.tenant, c.params.faqId)),
  memberRoute(contract.changeFaq, (c) => changeFaq(c.tenant, c.actor, c.params.faqId, c.body)),
  memberRoute(contract.deleteFaq, (c) => deleteFaq(c.tenant, c.actor, c.params.faqId)),
  memberRoute(contract.exportFaqs, async (c) =>
    sendAttachment(c.reply, await buildFaqExport(c.tenant, c.query.format)),
  ),
]

/** Sends a file that the browser downloads and never shows as a page. */
function sendAttachment(reply: FastifyReply, { type, name, text }: FaqExport): undefined {
  reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .send(text)
  return undefined
}
