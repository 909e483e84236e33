import type { PlantedFault } from './fault.ts'

export const faults: PlantedFault[] = [
  {
    breaks: 'the circuit opens after ten failures',
    file: 'server/src/provider/circuit-breaker.ts',
    find: 'FAILURES = 3',
    replace: 'FAILURES = 10',
    tests: ['server/src/provider/circuit-breaker.test.ts'],
  },
  {
    breaks: 'every call passes after a pause, not one probe',
    file: 'server/src/provider/circuit-breaker.ts',
    find: '      state.probedAt = now\n      return true',
    replace: '      return true',
    tests: ['server/src/provider/circuit-breaker.test.ts'],
  },
  {
    breaks: 'the guest’s daily budget is not checked',
    file: 'server/src/provider/budget.ts',
    find: '...(guestId ? [{ id: guestId as TenantId | GuestId, cap: guestDailyCents }] : []),',
    replace: '',
    tests: ['server/src/provider/budgets.test.ts'],
  },
  {
    breaks: 'concurrent calls exceed a budget together',
    file: 'server/src/provider/budget.ts',
    find: 'one.spent + (reserved.get(one.key) ?? 0) + microCents > one.cap',
    replace: 'one.spent + microCents > one.cap',
    tests: ['server/src/provider/budgets.test.ts'],
  },
  {
    breaks: 'the agent’s own provider is not asked first',
    file: 'server/src/provider/provider-order.ts',
    find: '[asking.agent?.provider, providerByRule(asking)]',
    replace: '[providerByRule(asking), asking.agent?.provider]',
    tests: ['server/src/provider/provider-order.test.ts'],
  },
]
