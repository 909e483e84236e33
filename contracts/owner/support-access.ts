import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant, requiredLine } from '#contracts/fields.ts'
import { SupportAccessId, TenantId } from '#contracts/ids.ts'

/** The platform owner works on a business's desk, for a stated reason and at most an hour. */
export const SupportAccessView = z.object({
  id: SupportAccessId,
  reason: z.string(),
  startedAt: Instant,
  endsAt: Instant,
})
export type SupportAccessView = z.output<typeof SupportAccessView>

/** Opens a business's desk in this session, as an admin. The business sees it, and may end it. */
export const startSupportAccess = endpoint({
  method: 'POST',
  path: '/api/owner/tenants/:tenantId/support-access',
  summary: 'Open a business as support',
  tag: 'owner',
  access: 'owner',
  rate: 'write',
  status: 201,
  params: z.object({ tenantId: TenantId }),
  body: z.strictObject({ reason: requiredLine(300, 'error_owner_reason') }),
  reply: SupportAccessView,
})

/** Support that works on this business now, for the banner of its desk. */
export const listSupportAccess = endpoint({
  method: 'GET',
  path: '/api/support-access',
  summary: 'Support on this desk',
  tag: 'tenant',
  access: 'member',
  rate: 'read',
  reply: z.object({ items: z.array(SupportAccessView), canEnd: z.boolean() }),
})

/** Ends it at once, by an admin of the business or by support itself. */
export const endSupportAccess = endpoint({
  method: 'POST',
  path: '/api/support-access/:supportAccessId/end',
  summary: 'End support on this desk',
  tag: 'tenant',
  access: 'member',
  rate: 'write',
  params: z.object({ supportAccessId: SupportAccessId }),
  reply: z.object({ ended: z.literal(true) }),
})
