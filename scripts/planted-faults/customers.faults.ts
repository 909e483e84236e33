import type { PlantedFault } from './fault.ts'

const tests = ['server/src/customer-record/customer-record.test.ts']

export const faults: PlantedFault[] = [
  {
    breaks: 'a blocked customer writes again from another browser under the same address',
    file: 'server/src/customer/commands.ts',
    find: 'if (isBlocked && claimedBy) throw',
    replace: 'if (isBlocked && !claimedBy) throw',
    tests,
  },
  {
    breaks: 'of two members who change a customer at once, one overwrites the other unseen',
    file: 'server/src/customer/profile.ts',
    find: 'if (row.version !== version) {',
    replace: 'if (row.version < version) {',
    tests,
  },
  {
    breaks: 'customers with the same value in the sorted column are left out between two pages',
    file: 'server/src/customer-record/list.ts',
    find: 'c.id ${order} LIMIT',
    replace: 'c.id LIMIT',
    tests,
  },
  {
    breaks: 'an attribute takes a value that is none of its options',
    file: 'server/src/customer/attribute-values.ts',
    find: "typeof value === 'string' && options.includes(value)",
    replace: "typeof value === 'string'",
    tests,
  },
]
