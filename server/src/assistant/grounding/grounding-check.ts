import type { CutReason } from '#server/assistant/types.ts'
import {
  admitsUnknowing,
  COURTESY_LINES,
  type CourtesyLine,
  courtesyLineOf,
  visible,
  withoutPolarity,
} from '#server/language/service.ts'
import type { Evidence } from './evidence.ts'
import { forbiddenIn, type Limits, maySay } from './forbidden-content.ts'
import { createMatcher, type Located, locate, type Matcher } from './match-sentence.ts'
import { sentenceKey } from './source-sentences.ts'

export type GroundingCheckSetup = Limits & {
  evidence: readonly Evidence[]
  /** Who may be addressed or named in a line of politeness: the business, its agent. */
  names: readonly string[]
}

/**
 * What the customer gets for a sentence of a model. `say`: sentences of one source, in its order; `isVerbatim`: the model wrote one of
 * them word for word, or chose it by its id; else `claim` is what it wrote. `line`: a line of politeness. `question`: it asks the customer something.
 */
export type Reading =
  | { kind: 'say'; located: Located[]; isVerbatim: true }
  | { kind: 'say'; located: Located[]; isVerbatim: false; claim: string }
  | { kind: 'line'; line: CourtesyLine }
  | { kind: 'question' }
  | { kind: 'unknowing' }
  | { kind: 'cut'; reason: CutReason }

export type GroundingCheck = {
  /** Reads the next sentence of a model. A sentence of nothing but ids may give several readings, or none. */
  read(sentence: string): Reading[]
  /** Adds evidence: the result of a tool. */
  add(evidence: Evidence): void
}

/** `[2]` cites a passage, `[2.3]` its third sentence, `[sorry]` is a line of politeness. */
const TOKEN = /[ \t]*\[(?:(\d{1,3})(?:\.(\d{1,3}))?|([a-z_]+))\]/g
/** A sentence that resembles no source sentence so much is invented. */
const FLOOR = 0.3
/** So much better must another passage say it than the one that was cited. */
const CITED_LEAD = 0.15
/** Sentences that complete a replaced one. */
const MOST_COVERING = 2
/** Sentences before one that it leans on. */
const MOST_BEFORE = 2
/** Beyond so many words the entry's own answer reads better than a choice from it. */
const LONG_CHOICE_WORDS = 60
/** An entry that is much longer does not stand whole for one sentence. */
const LONG_ENTRY_WORDS = 120

/** Creates the grounding check, through which a model's sentences pass: what leaves it are whole sentences of sources and lines of politeness. */
export function createGroundingCheck(setup: GroundingCheckSetup): GroundingCheck {
  const evidence = [...setup.evidence]
  let sources: Located[][] = []
  let all: Located[] = []
  let matcher: Matcher = createMatcher([])
  const index = () => {
    const sayable = evidence.filter(({ kind }) => kind !== 'background')
    sources = sayable.map((one) => locate(one).filter(({ sentence }) => maySay(sentence.text, setup, one)))
    all = sources.flat()
    matcher = createMatcher(all)
  }
  index()
  const entryOf = ({ evidence: one }: Located): Located[] => sources.find(([first]) => first?.evidence === one) ?? []
  const byId = (id: number, number: number) =>
    all.find((one) => one.evidence.id === id && one.sentence.number === number)

  function readIds(tokens: RegExpExecArray[]): Reading[] {
    return tokens.flatMap(([, id, number, name]): Reading[] => {
      const line = COURTESY_LINES.find((one) => one === name)
      if (line) return [{ kind: 'line', line }]
      // A passage cited alone says nothing.
      if (id !== undefined && number === undefined) return []
      const located = id === undefined ? undefined : byId(Number(id), Number(number))
      if (!located) return [{ kind: 'cut', reason: 'citation' }]
      return [{ kind: 'say', located: withUnit([located], entryOf(located)), isVerbatim: true }]
    })
  }

  function readText(text: string, tokens: RegExpExecArray[]): Reading {
    const forbidden = forbiddenIn(text, setup, evidence)
    if (forbidden) return { kind: 'cut', reason: forbidden }
    const claim = text.replace(TOKEN, '')
    const line = courtesyLineOf(claim, setup.names)
    if (line) return { kind: 'line', line }
    const ids = tokens.flatMap(([, id, number]) => (id && number ? (byId(Number(id), Number(number)) ?? []) : []))
    const named = new Set(tokens.map(([, id]) => Number(id)))
    const cited = all.filter((one) => named.has(one.evidence.id))
    const same = matcher.find(claim, cited) ?? matcher.find(claim, all)
    if (same) return { kind: 'say', located: withUnit([same], entryOf(same)), isVerbatim: true }
    if (/\?\s*$/.test(claim)) return { kind: 'question' }
    if (admitsUnknowing(claim)) return { kind: 'unknowing' }
    const stated = withoutPolarity(claim.trim()) ?? claim
    const meant = ids[0] ?? sourceOf(stated, cited)
    if (!meant) return { kind: 'cut', reason: 'unsupported' }
    return { kind: 'say', located: replacementOf(claim, meant), isVerbatim: false, claim: claim.trim() }
  }

  /** The sentence that says most of a claim: one of the cited passages, unless another says it much better. */
  const sourceOf = (claim: string, cited: readonly Located[]): Located | null => {
    const near = matcher.best(claim, cited)
    const far = matcher.best(claim, all)
    const best = near && far && near.score + CITED_LEAD >= far.score ? near : far
    return best && best.score >= FLOOR ? best.located : null
  }

  function replacementOf(claim: string, meant: Located): Located[] {
    const entry = entryOf(meant)
    const unit = withUnit([meant], entry)
    const chosen = withUnit([...unit, ...matcher.cover(claim, unit, entry, MOST_COVERING)], entry)
    if (wordsOf(chosen) <= LONG_CHOICE_WORDS) return chosen
    return wordsOf(entry) <= LONG_ENTRY_WORDS ? entry : unit
  }

  return {
    add(one) {
      evidence.push(one)
      index()
    },
    read(sentence) {
      const text = visible(sentence)
      const tokens = [...text.matchAll(TOKEN)]
      if (/[\p{L}\p{N}]/u.test(text.replace(TOKEN, ''))) return [readText(text, tokens)]
      return readIds(tokens)
    },
  }
}

const wordsOf = (located: readonly Located[]): number =>
  located.reduce((sum, { sentence }) => sum + sentence.text.split(/\s+/).length, 0)

/** Sentences with those they lean on and those that limit them, in the order of their source. */
function withUnit(chosen: readonly Located[], entry: readonly Located[]): Located[] {
  const numbers = new Set(chosen.map(({ sentence }) => sentence.number))
  const at = (number: number) => entry.find(({ sentence }) => sentence.number === number)
  for (const { sentence } of chosen) {
    let first: Located | undefined = at(sentence.number)
    for (let step = 0; step < MOST_BEFORE && first?.sentence.needsBefore; step += 1) {
      first = at(first.sentence.number - 1)
      if (first) numbers.add(first.sentence.number)
    }
    const next = at(sentence.number + 1)
    if (next?.sentence.limitsBefore) numbers.add(next.sentence.number)
  }
  return entry.filter(({ sentence }) => numbers.has(sentence.number))
}

/** Whether two texts are the same sentence. */
export const isSameSentence = (one: string, other: string): boolean => sentenceKey(one) === sentenceKey(other)
