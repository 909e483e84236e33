import type { PlantedFault } from './fault.ts'

export const faults: PlantedFault[] = [
  {
    breaks: 'spaced letters hide an instruction from the injection check',
    file: 'server/src/language/injection.ts',
    find: 'PATTERNS.some((pattern) => pattern.test(seen) || pattern.test(joined) || pattern.test(latin))',
    replace: 'PATTERNS.some((pattern) => pattern.test(seen))',
    tests: ['server/src/language/injection.test.ts'],
  },
  {
    breaks: 'a text of no supported language is taken for one',
    file: 'server/src/language/detect.ts',
    find: '  if (hasNoScore && !prior.conversation && !accepted) return null\n',
    replace: '',
    tests: ['server/src/language/detect.test.ts'],
  },
]
