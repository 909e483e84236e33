import type { PlantedFault } from './fault.ts'

const VALUES = 'server/src/ticket/custom-fields/values.ts'
const tests = ['server/src/ticket/custom-fields/fields.test.ts']

export const faults: PlantedFault[] = [
  {
    breaks: 'a field of another business is skipped instead of refused',
    file: VALUES,
    find: "  if (Object.keys(given).some((id) => !rows.some((row) => row.id === id))) throw notFound('field')\n",
    replace: '',
    tests,
  },
  {
    breaks: 'a ticket is resolved without the value that has to be there before',
    file: VALUES,
    find: "required === 'resolve' && values[id] === undefined",
    replace: "required === 'form' && values[id] === undefined",
    tests,
  },
  {
    breaks: 'a customer sends the form without a value that it requires',
    file: VALUES,
    find: "required === 'form' && values[id] === undefined",
    replace: "required === 'resolve' && values[id] === undefined",
    tests,
  },
  {
    breaks: 'a customer fills in a field of the team',
    file: VALUES,
    find: '(await listActiveFields(t)).filter(({ isOnForm }) => isOnForm)',
    replace: 'await listActiveFields(t)',
    tests,
  },
  {
    breaks: 'an archived field takes new values',
    file: VALUES,
    find: 'rows.filter(({ archivedAt }) => archivedAt === null)',
    replace: 'rows.filter(() => true)',
    tests,
  },
]
