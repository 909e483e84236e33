import type { Source } from '#contracts/conversation/message.ts'
import type { GroundingDecision } from '#server/assistant/types.ts'
import { admitsUnknowing } from '#server/language/service.ts'
import type { Evidence } from './evidence.ts'
import type { GroundingCheck } from './grounding-check.ts'
import type { Mask } from './masking.ts'

/** An answer as it grows behind the gate. */
export type Draft = {
  /** Judges the next sentence and gives what may be shown now: nothing, it alone, or with what waited for it. */
  take(sentence: string): string
  /** How it turned out, once nothing more comes. */
  close(): Closed
  readonly sources: Source[]
  readonly cuts: GroundingDecision[]
  /** Whether a customer has seen anything of it. */
  readonly isShown: boolean
}

/**
 * `grounded`: facts stand, and what was cut is little. `partly`: facts stand, but most was cut. `talk`: nothing was stated and
 * nothing cut (a greeting, a question back): `text` is still to be shown. `nothing`: there is no answer in it.
 */
export type Closed = { kind: 'grounded' | 'partly' | 'nothing' } | { kind: 'talk'; text: string }

/** Less than this share of what a model stated may stand, and it is little. */
const ENOUGH = 0.4
const CUT_SENTENCE = 300
const CITATION = /[ \t]*\[(\d{1,3})\]/g
/** Puts an answer together from what the gate lets pass: nothing is shown before something in it is supported. */
export function createDraft(gate: GroundingCheck, mask: Mask): Draft {
  const sources: Source[] = []
  const numbers = new Map<number, number>()
  const cuts: GroundingDecision[] = []
  let waiting = ''
  let said = ''
  let isShown = false
  let stated = 0
  let lost = 0
  let lastMarks = ''
  /** The model's numbers become those of the list of sources, in the order in which they are first named. */
  const numberOf = (evidence: Evidence): number => {
    const known = numbers.get(evidence.id)
    if (known) return known
    if (evidence.source) sources.push(evidence.source)
    numbers.set(evidence.id, sources.length)
    return sources.length
  }
  const renumbered = (text: string, rests: Evidence[]): string => {
    const ids = new Set([...text.matchAll(CITATION)].map((found) => Number(found[1])))
    const named = rests.filter(({ id }) => ids.has(id))
    // A sentence that names another passage than the one it stands in is given the right one.
    const right = (named.length > 0 ? named : rests.slice(0, 1)).map((one) => ` [${numberOf(one)}]`)
    if (ids.size === 0) return text
    // One mark serves all that follows from the same place, up to the next paragraph.
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
    get isShown() {
      return isShown
    },
    take(sentence) {
      const verdict = gate.check(sentence)
      if (!verdict.isKept) {
        lost += sentence.trim().length
        cuts.push({ reason: verdict.reason, sentence: mask.show(sentence.trim()).slice(0, CUT_SENTENCE) })
        return ''
      }
      const text = mask.show(
        verdict.isFact ? renumbered(verdict.text, verdict.rests) : verdict.text.replace(CITATION, ''),
      )
      if (!verdict.isFact && !isShown) {
        waiting += text
        return ''
      }
      if (verdict.isFact) stated += text.trim().length
      const ready = joined(said, waiting + text)
      waiting = ''
      said += ready
      isShown = true
      return ready
    },
    close() {
      if (stated > 0) return { kind: stated >= ENOUGH * (stated + lost) ? 'grounded' : 'partly' }
      const text = waiting.trim()
      if (text === '' || cuts.length > 0 || admitsUnknowing(text)) return { kind: 'nothing' }
      isShown = true
      return { kind: 'talk', text }
    },
  }
}

/** What was cut in between leaves one blank or its line break, and nothing at the front. */
const joined = (before: string, text: string): string => {
  if (before === '') return text.trimStart()
  return /^\s/.test(text) ? text : ` ${text}`
}
