import type { PlantedFault } from './fault.ts'

export const faults: PlantedFault[] = [
  {
    breaks: 'an answer with a fifth of the expected words passes',
    file: 'server/src/quality/evaluate-answer.ts',
    find: 'WORDS_SHARE = 0.6',
    replace: 'WORDS_SHARE = 0.2',
    tests: ['server/src/quality/quality.test.ts'],
  },
  {
    breaks: 'an answer from another source passes',
    file: 'server/src/quality/evaluate-answer.ts',
    find: 'source.kind === kind && source.id === id',
    replace: 'source.kind === kind',
    tests: ['server/src/quality/quality.test.ts'],
  },
  {
    breaks: 'a wrong number passes',
    file: 'server/src/quality/evaluate-answer.ts',
    find: 'figures.every((figure) => answered.has(figure)) && ',
    replace: '',
    tests: ['server/src/quality/quality.test.ts'],
  },
  {
    breaks: 'an agent of the team may change test questions',
    file: 'server/src/quality/policy.ts',
    find: "least: 'admin'",
    replace: "least: 'agent'",
    tests: ['server/test/route-access.test.ts'],
  },
]
