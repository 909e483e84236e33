import type { PlantedFault } from './fault.ts'

export const faults: PlantedFault[] = [
  {
    breaks: 'demo businesses are not labelled',
    file: 'server/src/demo/create-demo.ts',
    find: 'isDemo: true,',
    replace: 'isDemo: false,',
    tests: ['server/src/demo/create-demo.proof.test.ts'],
  },
  {
    breaks: 'demo tickets are added again and again',
    file: 'server/src/ticket/demo-tickets.ts',
    find: '    if (await hasAnyTicket(t)) return 0\n',
    replace: '',
    tests: ['server/src/ticket/ticket.test.ts'],
  },
]
