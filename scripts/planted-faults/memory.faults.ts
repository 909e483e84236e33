import type { PlantedFault } from './fault.ts'

export const faults: PlantedFault[] = [
  {
    breaks: 'a hundred exchanges are remembered',
    file: 'server/src/memory/remembered.ts',
    find: 'exchanges: 20,',
    replace: 'exchanges: 100,',
    tests: ['memory/'],
  },
  {
    breaks: 'a hundred known issues are remembered',
    file: 'server/src/memory/remembered.ts',
    find: 'issues: 10,',
    replace: 'issues: 100,',
    tests: ['memory/'],
  },
  {
    breaks: 'a chat that a member opened is remembered for nobody in particular',
    file: 'server/src/memory/service.ts',
    find: 'if (!whose || row.isDemo) return',
    replace: 'if (!whose) return',
    tests: ['memory/', 'demo/'],
  },
]
