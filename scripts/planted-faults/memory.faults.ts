import type { PlantedFault } from './fault.ts'

export const faults: PlantedFault[] = [
  {
    breaks: 'a hundred exchanges are remembered',
    file: 'server/src/memory/memory-content.ts',
    find: 'exchanges: 20,',
    replace: 'exchanges: 100,',
    tests: ['server/src/memory/memory-content.test.ts'],
  },
  {
    breaks: 'a hundred known issues are remembered',
    file: 'server/src/memory/memory-content.ts',
    find: 'issues: 10,',
    replace: 'issues: 100,',
    tests: ['server/src/memory/memory-content.test.ts'],
  },
  {
    breaks: 'exchanges are not counted',
    file: 'server/src/memory/commands.ts',
    find: 'known.totalInteractions + 1',
    replace: 'known.totalInteractions + 0',
    tests: ['server/src/memory/memory.test.ts'],
  },
  {
    breaks: 'a hundred escalations are remembered',
    file: 'server/src/memory/memory-content.ts',
    find: 'escalations: 10 }',
    replace: 'escalations: 100 }',
    tests: ['server/src/memory/memory-content.test.ts'],
  },
  {
    breaks: 'one long chat pushes the conversations before it out of the memory',
    file: 'server/src/memory/memory-content.ts',
    find: 'lasts.get(sessionId) !== position',
    replace: 'position === 0',
    tests: ['server/src/memory/memory-content.test.ts'],
  },
  {
    breaks: 'a model is told more tickets than the five latest',
    file: 'server/src/memory/reads.ts',
    find: '{ limit: SHOWN_TICKETS }',
    replace: '{ limit: 50 }',
    tests: ['server/src/memory/memory.test.ts'],
  },
]
