import type { PlantedFault } from './fault.ts'

export const faults: PlantedFault[] = [
  {
    breaks: 'a checkout makes an account each time it is claimed',
    file: 'server/src/billing/checkout/queries.ts',
    find: "          isNull(checkout.usedAt),\n          isNull(checkout.refundedAt),\n          purpose === 'account' ? isNull(checkout.tenantId) : eq(checkout.tenantId, t.tenantId),\n",
    replace: '',
    tests: ['server/src/billing/checkout/checkout.test.ts'],
  },
  {
    breaks: 'an unpaid checkout makes an account',
    file: 'server/src/billing/checkout/queries.ts',
    find: "          eq(checkout.status, 'paid'),\n",
    replace: '',
    tests: ['server/src/billing/checkout/checkout.test.ts'],
  },
  {
    breaks: 'what an older read of a subscription saw overwrites a newer one',
    file: 'server/src/billing/checkout/queries.ts',
    find: '.where(and(eq(checkout.id, read.id), lt(checkout.storedRead, read.readNumber)))',
    replace: '.where(eq(checkout.id, read.id))',
    tests: ['server/src/billing/stripe/stripe.test.ts'],
  },
  {
    breaks: 'an event of Stripe is taken however old its signature is',
    file: 'server/src/billing/stripe/client.ts',
    find: 'secret, TOLERANCE_SECONDS,',
    replace: 'secret, 0,',
    tests: ['server/src/billing/stripe/stripe.test.ts'],
  },
  {
    breaks: 'a member creates tickets over the limit of the plan',
    file: 'server/src/ticket/create-for-conversation.ts',
    find: "if (ticket.isOverLimit && actor.kind === 'member') throw ticketsUsedUp(limit)",
    replace: '',
    tests: ['server/src/billing/usage/usage.test.ts'],
  },
  {
    breaks: 'the last seat is taken several times at once',
    file: 'server/src/billing/limits.ts',
    find: 'limitsOf(await lockSubscription(t), t.now)',
    replace: 'limitsOf(await findSubscription(t), t.now)',
    tests: ['server/src/billing/plans.test.ts'],
  },
  {
    breaks: 'AI interactions go on over the limit of the plan',
    file: 'server/src/billing/usage/count.ts',
    find: '    WHERE u.ai_interactions < (SELECT most FROM plan)\n',
    replace: '',
    tests: ['server/src/billing/usage/usage.test.ts'],
  },
  {
    breaks: 'a business goes on paying for a subscription that a given plan replaced',
    file: 'server/src/billing/grants.ts',
    find: 'if (replaced && replaced !== after.stripeSubscriptionId)',
    replace: 'if (replaced && !after)',
    tests: ['server/src/billing/stripe/stripe.test.ts'],
  },
  {
    breaks: 'a refunded lifetime plan stays in force',
    file: 'server/src/billing/stripe/payment.ts',
    find: "typeof charge === 'object' && charge !== null && charge.refunded",
    replace: "typeof charge === 'string'",
    tests: ['server/src/billing/stripe/stripe.test.ts'],
  },
  {
    breaks: 'a checkout that was refunded makes an account',
    file: 'server/src/billing/checkout/queries.ts',
    find: '          isNull(checkout.refundedAt),\n          purpose',
    replace: '          purpose',
    tests: ['server/src/billing/stripe/stripe.test.ts'],
  },
]
