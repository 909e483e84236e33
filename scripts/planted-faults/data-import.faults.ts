import type { PlantedFault } from './fault.ts'

const tests = ['server/src/data-import/data-import.test.ts']

export const faults: PlantedFault[] = [
  {
    breaks: 'an import that is repeated adds the tickets again',
    file: 'server/src/data-import/writing/write-tickets.ts',
    find: 'const fresh = given.filter(({ externalId }) => !imported.has(externalId))',
    replace: 'const fresh = given.filter(() => imported.size >= 0)',
    tests,
  },
  {
    breaks: 'an undo removes a ticket in which somebody has written since',
    file: 'server/src/data-import/undo-records.ts',
    find: 'k.version = 1 AND c.seq = r.seq AND',
    replace: 'k.version = 1 AND',
    tests,
  },
  {
    breaks: 'a script in the HTML of a message is text of the message',
    file: 'server/src/data-import/reading/html-text.ts',
    find: "const SILENT = new Set(['script', 'style',",
    replace: 'const SILENT = new Set([',
    tests,
  },
  {
    breaks: 'an archive is unpacked without end',
    file: 'server/src/data-import/reading/archive.ts',
    find: 'if (budget.left < 0) bytes.destroy(',
    replace: 'if (budget.left < -1e12) bytes.destroy(',
    tests,
  },
  {
    breaks: 'an agent moves data in',
    file: 'server/src/data-import/policy.ts',
    find: "least: 'admin'",
    replace: "least: 'agent'",
    tests,
  },
  {
    breaks: 'the category of a ticket is lost',
    file: 'server/src/data-import/writing/write-tickets.ts',
    find: 'r.priority, r.category, r.source',
    replace: 'r.priority, r.subject, r.source',
    tests,
  },
]
