import { eraseGuestMemory as eraseEndpoint, getGuestMemory, getTicketMemory } from '#contracts/memory/memory.ts'
import { guestRoute, memberRoute, type Route } from '#server/platform/route/route.ts'
import { eraseOwnMemory, readOwnMemory, readTicketMemory } from './service.ts'

export const memoryRoutes: Route[] = [
  guestRoute(getGuestMemory, async (c) => ({ memory: await readOwnMemory(c.tenant, c.actor) })),
  guestRoute(eraseEndpoint, async (c) => {
    await eraseOwnMemory(c.tenant, c.actor)
    return { erased: true } as const
  }),
  memberRoute(getTicketMemory, async (c) => ({
    memory: await readTicketMemory(c.tenant, c.actor, c.params.ticketId),
  })),
]
