import { z } from 'zod'
import { CustomerId } from '#contracts/ids.ts'
import { domainEvent } from '#server/platform/event.ts'
import type { CustomerRow } from './schema.ts'

const CustomerPayload = z
  .object({
    id: CustomerId,
    name: z.string(),
    email: z.string().nullable(),
    emailVerifiedAt: z.iso.datetime().nullable().describe('Null while the e-mail is only claimed or entered'),
    plan: z.enum(['Basic', 'Pro', 'Business', 'Enterprise']),
    isDemo: z.boolean(),
    joinedAt: z.iso.datetime(),
    lastActiveAt: z.iso.datetime(),
  })
  .meta({ id: 'Customer' })

export const customerChanged = domainEvent({
  name: 'customer.changed',
  version: 1,
  summary: 'A customer was added, or got a name. Later activity of a customer alone is no change.',
  payload: z.object({
    customer: CustomerPayload,
    previousName: z.string().nullable().describe('Null for a customer who was added'),
  }),
  toPayload: ({ customer, previousName }: { customer: CustomerRow; previousName: string | null }) => ({
    customer: {
      ...customer,
      emailVerifiedAt: customer.emailVerifiedAt?.toISOString() ?? null,
      joinedAt: customer.joinedAt.toISOString(),
      lastActiveAt: customer.lastActiveAt.toISOString(),
    },
    previousName,
  }),
})
