import type { PlantedFault } from './fault.ts'

export const faults: PlantedFault[] = [
  {
    breaks: 'a message without words of its own goes to another agent than before',
    file: 'server/src/agent/routing.ts',
    find: 'return previous ?? agentOfContext(',
    replace: 'return agentOfContext(',
    tests: ['server/src/agent/routing.test.ts'],
  },
  {
    breaks: 'an agent for escalation answers what fits nobody',
    file: 'server/src/agent/routing.ts',
    find: "type !== 'escalation' && type !== 'security'",
    replace: "type === 'escalation'",
    tests: ['server/src/agent/routing.test.ts'],
  },
  {
    breaks: 'an agent of the team may change AI agents',
    file: 'server/src/agent/policy.ts',
    find: "least: 'admin'",
    replace: "least: 'agent'",
    tests: ['server/test/route-access.test.ts'],
  },
  {
    breaks: 'an action that moves from https to http keeps its header',
    file: 'server/src/agent/actions.ts',
    find: "return parsed?.host ? parsed.origin : ''",
    replace: "return parsed?.host ?? ''",
    tests: ['server/src/agent/actions.test.ts'],
  },
  {
    breaks: 'a question near a subject of the business’s own agent in meaning goes to a default agent',
    file: 'server/src/agent/routing.ts',
    find: 'return NAMED * Math.max(0, Math.min(1, near))',
    replace: 'return 0',
    tests: ['server/src/agent/routing.test.ts'],
  },
]
