import { createSampleFaqs, deleteSampleFaqs } from '#contracts/knowledge/faq.ts'
import { createDemoTickets, deleteDemoTickets, rateDemoTicket } from '#contracts/ticket/demo-ticket.ts'
import { removeSampleFaqs } from '#server/knowledge/service.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import { addDemoTickets, rateDemoTicket as rateSomeDemoTicket, removeDemoTickets } from '#server/ticket/service.ts'
import { createSampleQuestions } from './sample-faqs.ts'
import { samples } from './samples.ts'

export const demoRoutes: Route[] = [
  memberRoute(createDemoTickets, async (c) => ({
    created: await addDemoTickets(c.tenant, c.actor, samples().demoTickets),
  })),
  memberRoute(deleteDemoTickets, async (c) => ({ deleted: await removeDemoTickets(c.tenant, c.actor) })),
  memberRoute(rateDemoTicket, async (c) => ({ ticketId: await rateSomeDemoTicket(c.tenant, c.actor) })),
  memberRoute(createSampleFaqs, async (c) => ({ created: await createSampleQuestions(c.tenant, c.actor) })),
  memberRoute(deleteSampleFaqs, async (c) => ({ deleted: await removeSampleFaqs(c.tenant, c.actor) })),
]
