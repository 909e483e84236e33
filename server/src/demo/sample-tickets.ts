import type { Member } from '#server/platform/actor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { lockTenant } from '#server/tenant/service.ts'
import { createDemoTicket, hasAnyTicket, removeDemoTickets } from '#server/ticket/service.ts'
import { samples } from './samples.ts'

/** Adds two demo tickets where there is no ticket at all. They are labelled and never counted. */
export const createSampleTickets = (tenant: Tenant, actor: Member): Promise<number> =>
  tenant.tx(async (t) => {
    await lockTenant(t)
    if (await hasAnyTicket(t)) return 0
    const { demoTickets } = samples()
    for (const one of demoTickets) await createDemoTicket(t, actor, one)
    return demoTickets.length
  })

export const removeSampleTickets = (tenant: Tenant, actor: Member): Promise<number> =>
  tenant.tx((t) => removeDemoTickets(t, actor))
