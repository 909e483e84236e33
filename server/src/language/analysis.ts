import type { Language } from '#contracts/languages.ts'
import { detectLanguage, type LanguagePrior } from './detect.ts'
import {
  asksForPerson,
  asksForServiceDesk,
  hasComplexCase,
  plainText,
  soundsFrustrated,
  soundsUrgent,
} from './escalation-phrases.ts'
import { type Issue, issuesOf } from './issues.ts'
import { sentencesOf } from './sentences.ts'
import {
  type Complexity,
  complexityOf,
  type Tone,
  toneOf,
  type Urgency,
  urgencyOf,
  wantsBrevity,
  wantsDetail,
} from './tone.ts'
import { inferTraits, type Traits } from './traits.ts'

/** The analysis of a message. Each part is computed when it is first read. */
export type MessageAnalysis = {
  /** Null where neither the text nor what was known before names a supported language. */
  readonly language: Language | null
  readonly urgency: Urgency
  readonly complexity: Complexity
  readonly tone: Tone
  /** Great haste, an emergency or an outage. */
  readonly isUrgent: boolean
  /** Open anger. */
  readonly isFrustrated: boolean
  readonly requestsPerson: boolean
  /** About the service, the staff, a product or a broken promise. */
  readonly isComplaint: boolean
  /** Names the business's service desk as the one to talk to. */
  readonly requestsServiceDesk: boolean
  /** Names a case only a person can decide, such as a refund. */
  readonly isComplexCase: boolean
  readonly wantsDetail: boolean
  readonly wantsBrevity: boolean
  /** Known issues, the most specific first. */
  readonly issues: Issue[]
  /** Style, level and mood of the writer. */
  readonly traits: Traits
}

/** Analyses a customer's message by the words of all supported languages. */
export function analyseMessage(text: string, prior: LanguagePrior = {}): MessageAnalysis {
  const plain = once(() => plainText(text))
  const kinds = once(() => new Set(sentencesOf(text).map(({ kind }) => kind)))
  const isUrgent = once(() => kinds().has('emergency') || soundsUrgent(plain()))
  const isFrustrated = once(() => kinds().has('anger') || soundsFrustrated(plain()))
  return lazily<MessageAnalysis>({
    language: () => detectLanguage(text, prior),
    urgency: () => urgencyOf(text, isUrgent()),
    complexity: () => complexityOf(text),
    tone: () => toneOf(text, isFrustrated()),
    isUrgent,
    isFrustrated,
    requestsPerson: () => asksForPerson(plain()),
    isComplaint: () => kinds().has('complaint'),
    requestsServiceDesk: () => asksForServiceDesk(plain()),
    isComplexCase: () => hasComplexCase(plain()),
    wantsDetail: () => wantsDetail(text),
    wantsBrevity: () => wantsBrevity(text),
    issues: () => issuesOf(text),
    traits: () => inferTraits(text),
  })
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** An object whose parts are computed when they are first read. */
function lazily<T extends object>(parts: { [Key in keyof T]: () => T[Key] }): T {
  const made = {} as T
  for (const name of Object.keys(parts) as (keyof T)[]) {
    Object.defineProperty(made, name, { enumerable: true, get: once(parts[name]) })
  }
  return made
}
