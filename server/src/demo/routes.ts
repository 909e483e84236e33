import { createDemoTickets, deleteDemoTickets } from '#contracts/desk.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import { createSampleTickets, removeSampleTickets } from './sample-tickets.ts'

export const demoRoutes: Route[] = [
  memberRoute(createDemoTickets, async (c) => ({ created: await createSampleTickets(c.tenant, c.actor) })),
  memberRoute(deleteDemoTickets, async (c) => ({ deleted: await removeSampleTickets(c.tenant, c.actor) })),
]
