import type { Source } from '#contracts/conversation/message.ts'
import type { GroundingDecision } from '#server/assistant/types.ts'
import { admitsUnknowing } from '#server/language/service.ts'
import type { Evidence } from './evidence.ts'
import type { GroundingCheck } from './grounding-check.ts'
import type { Mask } from './masking.ts'

/** An answer while it is written: it holds the sentences that passed the grounding check. */
export type Draft = {
  /** Checks the next sentence and returns the text to show now: none, the sentence, or the sentence with courtesies before it. */
  add(sentence: string): string
  /** Ends the draft and classifies it. */
  finish(): DraftResult
  readonly sources: Source[]
  readonly cuts: GroundingDecision[]
  /** What was shown to the customer so far. */
  readonly text: string
  /** Whether a part of it was shown to a customer. */
  readonly isShown: boolean
}

/**
 * `grounded`: it states supported facts, and little was cut. `partly`: it states supported facts, but most was cut. `talk`: nothing was
 * stated and nothing cut (a greeting, a question): `text` is not shown yet. `nothing`: it has no answer.
 */
export type DraftResult = { kind: 'grounded' | 'partly' | 'nothing' } | { kind: 'talk'; text: string }

/** The share of the stated characters that must pass for a `grounded` draft. */
const MIN_PASSED_SHARE = 0.4
const CUT_SENTENCE = 300
const CITATION = /[ \t]*\[(\d{1,3})\]/g

/** Creates a draft. Nothing of it is shown before its first supported fact. */
export function createDraft(groundingCheck: GroundingCheck, mask: Mask): Draft {
  const sources: Source[] = []
  const numbers = new Map<number, number>()
  const cuts: GroundingDecision[] = []
  /** Courtesies before the first fact. */
  let pending = ''
  let shown = ''
  let isShown = false
  let passedLength = 0
  let cutLength = 0
  let lastMarks = ''
  /** The citation number in the list of sources, which has the order of the first citations. */
  const numberOf = (evidence: Evidence): number => {
    const known = numbers.get(evidence.id)
    if (known) return known
    if (evidence.source) sources.push(evidence.source)
    numbers.set(evidence.id, sources.length)
    return sources.length
  }
  const renumbered = (text: string, support: Evidence[]): string => {
    const ids = new Set([...text.matchAll(CITATION)].map((found) => Number(found[1])))
    const cited = support.filter(({ id }) => ids.has(id))
    // A citation of another passage than the one that supports the sentence is corrected.
    const right = (cited.length > 0 ? cited : support.slice(0, 1)).map((one) => ` [${numberOf(one)}]`)
    if (ids.size === 0) return text
    // Sentences of one paragraph that cite the same sources get one mark.
    const isSame = right.join('') === lastMarks && !text.includes('\n')
    lastMarks = right.join('')
    const marks = isSame ? '' : lastMarks
    let isPlaced = false
    return text.replace(CITATION, () => {
      const mark = isPlaced ? '' : marks
      isPlaced = true
      return mark
    })
  }
  return {
    sources,
    cuts,
    get text() {
      return shown
    },
    get isShown() {
      return isShown
    },
    add(sentence) {
      const result = groundingCheck.check(sentence)
      if (!result.isKept) {
        cutLength += sentence.trim().length
        cuts.push({ reason: result.reason, sentence: mask.show(sentence.trim()).slice(0, CUT_SENTENCE) })
        return ''
      }
      const text = mask.show(
        result.isFact ? renumbered(result.text, result.support) : result.text.replace(CITATION, ''),
      )
      if (!result.isFact && !isShown) {
        pending += text
        return ''
      }
      if (result.isFact) passedLength += text.trim().length
      const ready = joined(shown, pending + text)
      pending = ''
      shown += ready
      isShown = true
      return ready
    },
    finish() {
      if (passedLength > 0) {
        return { kind: passedLength >= MIN_PASSED_SHARE * (passedLength + cutLength) ? 'grounded' : 'partly' }
      }
      const text = pending.trim()
      if (text === '' || cuts.length > 0 || admitsUnknowing(text)) return { kind: 'nothing' }
      isShown = true
      return { kind: 'talk', text }
    },
  }
}

/** A text to append: one blank or its line break separates it where sentences were cut in between; the first has no blank before it. */
const joined = (before: string, text: string): string => {
  if (before === '') return text.trimStart()
  return /^\s/.test(text) ? text : ` ${text}`
}
