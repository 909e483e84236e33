import type { PlantedFault } from './fault.ts'

const TESTS = ['server/src/assistant/engine/keyless-chat.test.ts']

export const faults: PlantedFault[] = [
  {
    breaks: 'a follow-up is searched alone',
    file: 'server/src/assistant/engine/search-in-context.ts',
    find: 'if (contexts.length === 0) return alone',
    replace: 'return alone',
    tests: TESTS,
  },
  {
    breaks: 'slips of the keyboard are not corrected',
    file: 'server/src/knowledge/retrieval/search-worker.ts',
    find: 'index.spelling.correct(request.query, request.options.isWords ? null : undefined)',
    replace: 'request.query',
    tests: TESTS,
  },
  {
    breaks: 'of two entries that contradict each other one is given as the answer',
    file: 'server/src/assistant/engine/contradiction.ts',
    find: 'return twin ? [best, twin] : null',
    replace: 'return twin ? null : null',
    tests: TESTS,
  },
  {
    breaks: 'the opening hours of another day are not asked for',
    file: 'server/src/assistant/engine/talk.ts',
    find: "return before?.some(({ kind }) => kind === 'hours' || kind === 'open_now') ?? false",
    replace: 'return before === null',
    tests: TESTS,
  },
  {
    breaks: 'a passage that may answer is not quoted',
    file: 'server/src/assistant/engine/no-key.ts',
    find: "best && best.source.kind !== 'faq' ? best : null",
    replace: "best && best.source.kind === 'faq' ? null : null",
    tests: TESTS,
  },
  {
    breaks: 'a message in other letters is classified by Latin n-grams',
    file: 'server/src/language/sentences.ts',
    find: "split(' ').some((word) => word.length > MAX_WORD)) return 'none'",
    replace: "split(' ').some((word) => word.length > MAX_WORD)) return 'anger'",
    tests: TESTS,
  },
]
