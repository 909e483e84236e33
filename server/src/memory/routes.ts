import * as contract from '#contracts/memory/memory.ts'
import { guestRoute, memberRoute, type Route } from '#server/platform/route/route.ts'
import { eraseGuestMemory } from './commands.ts'
import { readGuestMemory, readTicketMemory } from './reads.ts'

export const memoryRoutes: Route[] = [
  guestRoute(contract.getGuestMemory, async (c) => ({ memory: await readGuestMemory(c.tenant, c.actor) })),
  guestRoute(contract.eraseGuestMemory, async (c) => {
    await eraseGuestMemory(c.tenant, c.actor)
    return { erased: true } as const
  }),
  memberRoute(contract.getTicketMemory, async (c) => ({
    memory: await readTicketMemory(c.tenant, c.actor, c.params.ticketId),
  })),
]
