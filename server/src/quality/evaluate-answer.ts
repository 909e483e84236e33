import type { Source } from '#contracts/conversation/message.ts'
import type { Expectation, TestResultView, Verdict } from '#contracts/quality/test-question.ts'
import { foldAccents } from '#server/platform/text/fold.ts'

/** Share of the expected content words that an answer must contain, as for the grounding of sentences. */
const WORDS_SHARE = 0.6
/** Shorter words ("to", "the", "und") are ignored. Numbers always count. */
const SHORTEST_WORD = 4

/** The parts of an answer that are evaluated. `isAnswered`: the assistant gave an answer, not a handover or a question. */
export type AnswerToEvaluate = {
  isAnswered: boolean
  text: string
  sources: readonly Pick<Source, 'kind' | 'id'>[]
}

/** Compares an answer with the expectation; the reason names the difference. */
export function evaluateAnswer(
  expected: Expectation,
  { isAnswered, text, sources }: AnswerToEvaluate,
): { verdict: Verdict; reason: TestResultView['reason'] } {
  if (expected.kind === 'person') return isAnswered ? failed('answered') : PASSED
  if (!isAnswered) return failed('no_answer')
  if (expected.kind === 'source') {
    const { kind, id } = expected.source
    return sources.some((source) => source.kind === kind && source.id === id) ? PASSED : failed('other_source')
  }
  return containsExpectedWords(text, expected.words) ? PASSED : failed('other_text')
}

const PASSED = { verdict: 'passed', reason: null } as const
const failed = (reason: TestResultView['reason']) => ({ verdict: 'failed', reason }) as const

/** All expected numbers, and most of the expected words. */
function containsExpectedWords(text: string, expected: string): boolean {
  const answered = new Set(wordsOf(text))
  const wanted = [...new Set(wordsOf(expected))]
  const figures = wanted.filter((word) => /\d/.test(word))
  const words = wanted.filter((word) => !/\d/.test(word))
  const held = words.filter((word) => answered.has(word)).length
  return figures.every((figure) => answered.has(figure)) && held >= words.length * WORDS_SHARE
}

const wordsOf = (text: string): string[] =>
  (foldAccents(text.toLowerCase()).match(/[\p{L}]+|\d+(?:[.,:]\d+)*/gu) ?? []).filter(
    (word) => word.length >= SHORTEST_WORD || /\d/.test(word),
  )
