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
  {
    breaks: 'a case of its own contradicts the rule for all',
    file: 'server/src/quality/knowledge-review/compare.ts',
    find: 'if (missing(a.special, b).length > 0 || missing(b.special, a).length > 0) return null',
    replace: '',
    tests: ['server/src/quality/knowledge-review/compare.test.ts'],
  },
  {
    breaks: 'a dismissed contradiction is forgotten when one of its entries is compared again',
    file: 'server/src/quality/knowledge-review/conflict-queries.ts',
    find: 'if (again) await',
    replace: "if (again && row.status === 'open') await",
    tests: ['server/src/quality/knowledge-review/knowledge-review.test.ts'],
  },
  {
    breaks: 'who was answered from an earlier text of an entry counts as told',
    file: 'server/src/quality/knowledge-review/told-queries.ts',
    find: "strpos(s ->> 'passage', $4) > 0",
    replace: '$4::text IS NOT NULL',
    tests: ['server/src/quality/knowledge-review/knowledge-review.test.ts'],
  },
]
