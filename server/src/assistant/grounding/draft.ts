import type { Source } from '#contracts/conversation/message.ts'
import type { CutReason, GroundingDecision } from '#server/assistant/types.ts'
import type { CourtesyLine, Language } from '#server/language/service.ts'
import { type AnswerTextSetup, createAnswerText, LIST_MARK } from './answer-text.ts'
import type { Evidence } from './evidence.ts'
import type { GroundingCheck, Reading } from './grounding-check.ts'
import { keepsFacts } from './keeps-facts.ts'
import { type Located, languageOf, locate } from './match-sentence.ts'

/** An answer while it is written: whole sentences of sources, and lines of politeness. */
export type Draft = {
  /** Reads the next sentence of a model and returns the text to show now: none, or what the sources say, with lines before it. */
  add(sentence: string): Promise<string>
  /** Says a source whole, where nothing of what the model wrote is left. */
  addWhole(evidence: Evidence): string
  /** Ends the draft and classifies it. */
  finish(): DraftResult
  readonly sources: Source[]
  readonly decisions: GroundingDecision[]
  /** Whether the model asked the customer something. */
  readonly asks: boolean
  /** What was shown to the customer so far. */
  readonly text: string
  /** Whether a part of it was shown to a customer. */
  readonly isShown: boolean
}

/**
 * `grounded`: sources say something, and little was cut. `partly`: most was cut. `talk`: only lines of politeness, in `text`, which is
 * not shown yet. `asks`: the model asked the customer back. `unsupported`: it stated what no source says. `nothing`: it has no answer.
 */
export type DraftResult =
  | { kind: 'grounded' | 'partly' | 'asks' | 'unsupported' | 'nothing' }
  | { kind: 'talk'; text: string }

/** Whether a source says what a sentence says, by a second model. False without a verdict in time. */
export type Judge = (claim: string, source: string) => Promise<boolean>

export type DraftSetup = AnswerTextSetup & {
  groundingCheck: GroundingCheck
  /** Without one, every sentence is the source's. */
  judge?: Judge
  /** The tenant wants answers in a model's own words; else only translations are judged. */
  mayReword?: boolean
  /** The request for a value that an action needs, in place of a model's own question for it. */
  requestFor?: (question: string) => string | null
}

/** The share of the stated characters that sources must say for a `grounded` draft. */
const MIN_SAID_SHARE = 0.4
const STORED_SENTENCE = 300
/** Lines that ask the customer something he has to answer. */
const ASKING: readonly CourtesyLine[] = ['say_more', 'offer_person']
/** What a model states that is not wrong in itself, only without a source. */
const UNSUPPORTED: readonly CutReason[] = ['unsupported', 'citation']

/** Creates a draft. Nothing of it is shown before the first sentence of a source. */
export function createDraft({ groundingCheck, judge, mayReword, requestFor, ...setup }: DraftSetup): Draft {
  const { mask } = setup
  const answer = createAnswerText(setup)
  const decisions: GroundingDecision[] = []
  const cutReasons: CutReason[] = []
  let saidLength = 0
  let cutLength = 0
  let asks = false
  let isUnknowing = false
  const isRight = ownWords(judge, mayReword ? null : setup.language)

  const record = (sentence: string, more: Omit<GroundingDecision, 'sentence'>) =>
    decisions.push({ sentence: mask.show(sentence.trim()).slice(0, STORED_SENTENCE), ...more })

  async function take(reading: Reading, sentence: string): Promise<string> {
    const spacing = spacingOf(sentence)
    if (reading.kind === 'line') {
      asks ||= ASKING.includes(reading.line)
      return answer.sayLine(reading.line, spacing)
    }
    if (reading.kind === 'say') {
      saidLength += sentence.trim().length
      const mark = LIST_MARK.exec(sentence)?.[1] ?? ''
      if (!reading.isVerbatim && (await isRight(reading.claim, reading.located))) {
        record(reading.claim, { decision: 'judged' })
        return answer.sayJudged(reading.claim, reading.located, spacing, mark)
      }
      const { ready, text } = answer.say(reading.located, spacing, mark)
      if (reading.isVerbatim) record(text || sentence, { decision: 'source' })
      else record(sentence, { decision: 'replaced', shown: mask.show(text).slice(0, 2 * STORED_SENTENCE) })
      return ready
    }
    if (reading.kind === 'unknowing') isUnknowing = true
    else if (reading.kind === 'question') {
      asks = true
      const request = requestFor?.(sentence)
      if (request) return answer.ask(request, spacing)
      record(sentence, { decision: 'cut', reason: 'unsupported' })
    } else {
      cutLength += sentence.trim().length
      cutReasons.push(reading.reason)
      record(sentence, { decision: 'cut', reason: reading.reason })
    }
    return ''
  }

  return {
    sources: answer.sources,
    decisions,
    get asks() {
      return asks
    },
    get text() {
      return answer.shown
    },
    get isShown() {
      return answer.shown !== ''
    },
    async add(sentence) {
      let ready = ''
      for (const reading of groundingCheck.read(sentence)) ready += await take(reading, sentence)
      return ready
    },
    addWhole: (evidence) => answer.say(locate(evidence), '\n\n', '').ready,
    finish() {
      if (saidLength > 0)
        return { kind: saidLength >= MIN_SAID_SHARE * (saidLength + cutLength) ? 'grounded' : 'partly' }
      if (isUnknowing || cutReasons.some((reason) => !UNSUPPORTED.includes(reason))) return { kind: 'nothing' }
      if (cutReasons.length > 0) return { kind: 'unsupported' }
      const text = answer.pending.trim()
      if (text === '') return { kind: asks ? 'asks' : 'nothing' }
      return { kind: 'talk', text }
    },
  }
}

/**
 * Whether a sentence may be said in the model's own words: code and the judge find what it says in its sources. `translatedInto`: only as a
 * translation into this language.
 */
const ownWords =
  (judge: Judge | undefined, translatedInto: Language | null) =>
  async (claim: string, located: readonly Located[]): Promise<boolean> => {
    const [first] = located
    if (!judge || !first || languageOf(first.evidence) === translatedInto) return false
    const source = located.map(({ sentence }) => sentence.text).join(' ')
    return keepsFacts(claim, `${first.evidence.title}\n${source}`) && (await judge(claim, source))
  }

/** The white space before a sentence of the model, which sets its paragraphs. */
const spacingOf = (sentence: string): string => {
  const space = /^\s*/.exec(sentence)![0]
  return /\n\s*\n/.test(space) ? '\n\n' : space.includes('\n') ? '\n' : ' '
}
