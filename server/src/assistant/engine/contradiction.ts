import type { KnowledgeMatch } from '#server/knowledge/service.ts'
import { countDenials, figuresOf, isWithin, termsOf } from '#server/language/service.ts'

/** Two FAQs ask the same from this share of common content words on. */
const SAME_QUESTION = 0.75

/**
 * The two FAQs of a search result that ask the same and answer differently: each states a figure that the other lacks, or only one of
 * them denies something. Null where the nearest FAQ has no such twin. Which of the two holds only a person can say.
 */
export function contradictionIn(found: readonly KnowledgeMatch[]): [KnowledgeMatch, KnowledgeMatch] | null {
  const [best, ...others] = found.filter(({ source }) => source.kind === 'faq')
  if (!best || best !== found[0]) return null
  const twin = others.find((other) => asksTheSame(best, other) && answersDiffer(best.answer, other.answer))
  return twin ? [best, twin] : null
}

function asksTheSame(one: KnowledgeMatch, other: KnowledgeMatch): boolean {
  if (one.language !== other.language) return false
  const [a, b] = [one, other].map(
    ({ question, language }) => new Set(termsOf(question.toLowerCase(), language).map(({ stem }) => stem)),
  ) as [Set<string>, Set<string>]
  const common = [...a].filter((stem) => b.has(stem)).length
  const all = a.size + b.size - common
  return all > 0 && common / all >= SAME_QUESTION
}

function answersDiffer(one: string, other: string): boolean {
  const [a, b] = [one, other].map(
    (text) => new Set(figuresOf(text).quantities.map(({ value, unit }) => `${value} ${unit}`)),
  ) as [Set<string>, Set<string>]
  const eachHasItsOwn = !isWithin(a, b) && !isWithin(b, a)
  return eachHasItsOwn || countDenials(one) > 0 !== countDenials(other) > 0
}
