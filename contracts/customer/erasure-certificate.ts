import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant } from '#contracts/fields.ts'
import { CustomerErasureId } from '#contracts/ids.ts'

const Access = { tag: 'customers', access: 'member', rate: 'read' } as const

/** An erasure as its list shows it: it names nobody. `residue`: places where the person was still found after it; null until it is done. */
export const ErasureView = z.object({
  id: CustomerErasureId,
  requestedAt: Instant,
  requestedBy: z.string(),
  finishedAt: Instant.nullable(),
  residue: z.int().nullable(),
})
export type ErasureView = z.output<typeof ErasureView>

/** The newest 50 erasures. For owners and admins. */
export const listErasures = endpoint({
  ...Access,
  method: 'GET',
  path: '/api/customer-erasures',
  summary: 'Erasures of customers',
  reply: z.object({ items: z.array(ErasureView) }),
})

/** The certificate of a finished erasure as a text file. For owners and admins. */
export const getErasureCertificate = endpoint({
  ...Access,
  method: 'GET',
  path: '/api/customer-erasures/:customerErasureId/certificate',
  summary: 'Certificate of an erasure',
  answer: 'file',
  params: z.object({ customerErasureId: CustomerErasureId }),
  reply: z.undefined(),
})
