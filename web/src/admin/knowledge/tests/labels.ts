import type {
  Expectation,
  TestOrigin,
  TestQuestionView,
  TestResultView,
  Verdict,
} from '#contracts/quality/test-question.ts'
import * as m from '#i18n/messages.js'

const verdicts: Record<Verdict, () => string> = {
  passed: m.quality_verdict_passed,
  failed: m.quality_verdict_failed,
  error: m.quality_verdict_error,
}
export const verdictLabel = (verdict: Verdict | null): string =>
  verdict ? verdicts[verdict]() : m.quality_verdict_none()

const reasons: Record<NonNullable<TestResultView['reason']>, () => string> = {
  other_source: m.quality_reason_other_source,
  no_answer: m.quality_reason_no_answer,
  other_text: m.quality_reason_other_text,
  answered: m.quality_reason_answered,
  error: m.quality_reason_error,
}
/** Why it failed, as a sentence. */
export const reasonText = (reason: TestResultView['reason']): string | null => reason && reasons[reason]()

const origins: Record<TestOrigin, () => string> = {
  manual: m.quality_origin_manual,
  thumbs_down: m.quality_origin_thumbs_down,
  correction: m.quality_origin_correction,
  escalation: m.quality_origin_escalation,
}
export const originLabel = (origin: TestOrigin): string => origins[origin]()

/** Short text of what is expected of an answer. */
export function expectationText({ expected, expectedTitle }: TestQuestionView): string {
  if (expected.kind === 'person') return m.quality_expected_person()
  if (expected.kind === 'answer') return m.quality_expected_words({ words: expected.words })
  return expectedTitle ?? m.quality_expected_gone()
}

export const kinds: { value: Expectation['kind']; label: () => string }[] = [
  { value: 'source', label: m.quality_kind_source },
  { value: 'answer', label: m.quality_kind_answer },
  { value: 'person', label: m.quality_kind_person },
]

/** Text of what changed since the previous run; null without a change or a previous run. */
export function verdictChangeText({ latest, before }: TestQuestionView): string | null {
  if (!latest || !before || latest.verdict === before) return null
  return before === 'passed' ? m.quality_was_passed() : m.quality_was_failed()
}
