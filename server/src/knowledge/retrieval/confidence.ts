import type { Bm25Source } from './bm25.ts'
import {
  densePassageCoefficients,
  denseQuestionCoefficients,
  passageCoefficients,
  questionCoefficients,
} from './coefficients.ts'
import type { EntryScores } from './fusion.ts'
import type { IndexedEntry, TokenizedQuestion, Unit } from './scoring-units.ts'

/** Features of the confidence model. All are about 0 to 1 and comparable between small and large knowledge bases. */
export const FEATURES = [
  'one',
  'bm25',
  'bm25Margin',
  'char',
  'charMargin',
  'coverage',
  'words',
  'bm25×coverage',
  'margin×coverage',
  'char×coverage',
  'margin×margin',
  'agreement',
  'clarity',
  'echo',
  'echo×coverage',
  'dense',
  'denseMax',
  'denseMargin',
  'ridge',
  'ridgeMargin',
  'margin×dense',
  'ridge×bm25',
  'ridge×coverage',
  'denseAgreement',
  'clarityOfAll',
  'known',
  'elsewhere',
  'rivalCoverage',
  'denseLead',
  'denseSpread',
] as const
export type Feature = (typeof FEATURES)[number]
export type Features = Record<Feature, number>

/** Confidence of a question that equals a phrasing of the FAQ. */
const EXACT_CONFIDENCE = 0.99
/**
 * Subtracted from the log-odds, so that a threshold means precision: of the answers above 0.8 to
 * questions that were not fitted on 96 % are right, without it 95 %. Passages have a ceiling in addition, because the fit had no
 * paragraphs that contain the words without answering.
 */
const CAUTION = { lexical: { question: 0.6, passage: 0.6 }, dense: { question: 0.2, passage: 0.5 } }
/** With the encoder the whole of it is subtracted from these log-odds on (a probability of 0.75), and nothing below even odds. */
const FULL_CAUTION = 1.1
const COEFFICIENTS = {
  lexical: { question: questionCoefficients, passage: passageCoefficients },
  dense: { question: denseQuestionCoefficients, passage: densePassageCoefficients },
}
/** Highest confidence of a passage: it may hold the words without answering, unlike a FAQ. */
const PASSAGE_CEILING = 0.9
/** How fast weaker entries lose weight in `clarity`: one that scores 0.1 less counts a third. */
const SHARPNESS = 10
const CONTENT_WORDS_CAP = 8

type Evidence = {
  question: TokenizedQuestion
  entries: IndexedEntry[]
  units: Unit[]
  lexical: Bm25Source
  bm25: EntryScores
  char: EntryScores
  /** Scores by the encoder; null without a question vector. */
  denseEvidence: DenseEvidence | null
  top: number
  /** The other entries of its shape in the result. */
  rivals: number[]
}

/** Scores by the encoder: cosine of each unit and entry, and the kernel ridge score of each entry. */
export type DenseEvidence = { cosines: Float32Array; dense: EntryScores; ridge: EntryScores }

/** The features of an entry. Margins are to entries of the same shape, because a paragraph on the same subject does not compete with a FAQ. */
export function extractFeatures(evidence: Evidence): Features {
  const { question, entries, units, lexical, top } = evidence
  const entry = entries[top]!
  const language = units[entry.first]!.language
  const asked = entry.count - (units[entry.first + entry.count - 1]!.shape === 'answer' ? 1 : 0)
  const coverage = lexical.coverage(question, language, entry.first, entry.first + asked)
  const bm25 = evidence.bm25.scores[top]!
  const char = evidence.char.scores[top]!
  const bm25Margin = bm25 - bestOtherScore(entries, evidence.bm25.scores, top)
  const charMargin = char - bestOtherScore(entries, evidence.char.scores, top)
  // A paragraph always has more words than the question; a phrasing with more words asks for something else as well.
  const unit = evidence.bm25.bestUnits[top]!
  const echo = entry.shape === 'question' && unit >= 0 ? lexical.echo(question, language, unit) : 0
  return {
    one: 1,
    bm25,
    bm25Margin,
    char,
    charMargin,
    coverage,
    words: Math.min(lexical.contentWords(question, language), CONTENT_WORDS_CAP) / CONTENT_WORDS_CAP,
    'bm25×coverage': bm25 * coverage,
    'margin×coverage': bm25Margin * coverage,
    'char×coverage': char * coverage,
    'margin×margin': Math.max(0, bm25Margin) * Math.max(0, charMargin),
    agreement: (bm25Margin > 0 ? 0.5 : 0) + (charMargin > 0 ? 0.5 : 0),
    clarity: clarityOf(entries, top, [evidence.bm25.scores, evidence.char.scores]),
    echo,
    'echo×coverage': echo * coverage,
    ...denseFeatures(evidence, bm25, coverage),
    ...otherWordsFeatures(evidence),
  }
}

/** Where the question's words stand that this entry lacks: in no entry (another subject), or in others (a near miss). */
function otherWordsFeatures({ question, entries, units, lexical, top, rivals }: Evidence) {
  const language = units[entries[top]!.first]!.language
  const covered = (entry: number) => {
    const { first, count } = entries[entry]!
    return lexical.coverage(question, language, first, first + count)
  }
  const known = lexical.coverage(question, language, 0, units.length)
  const own = covered(top)
  return { known, elsewhere: known - own, rivalCoverage: Math.max(0, ...rivals.map(covered)) - own }
}

const NO_DENSE_FEATURES = {
  dense: 0,
  denseMax: 0,
  denseMargin: 0,
  ridge: 0,
  ridgeMargin: 0,
  'margin×dense': 0,
  'ridge×bm25': 0,
  'ridge×coverage': 0,
  denseAgreement: 0,
  clarityOfAll: 0,
  denseLead: 0,
  denseSpread: 0,
}
/** `denseSpread` compares the nearest entry with the one of this rank. */
const SPREAD_RANK = 5

function denseFeatures({ denseEvidence, entries, bm25: words, char, top }: Evidence, bm25: number, coverage: number) {
  if (!denseEvidence) return NO_DENSE_FEATURES
  const dense = denseEvidence.dense.scores[top]!
  const ridge = denseEvidence.ridge.scores[top]!
  const denseMargin = dense - bestOtherScore(entries, denseEvidence.dense.scores, top)
  const ridgeMargin = ridge - bestOtherScore(entries, denseEvidence.ridge.scores, top)
  return {
    dense,
    denseMax: denseEvidence.cosines[denseEvidence.dense.bestUnits[top]!] ?? 0,
    denseMargin,
    ridge,
    ridgeMargin,
    'margin×dense': ridgeMargin * dense,
    'ridge×bm25': ridge * bm25,
    'ridge×coverage': ridge * coverage,
    denseAgreement: (denseMargin > 0 ? 0.5 : 0) + (ridgeMargin > 0 ? 0.5 : 0),
    ...leadOf(denseEvidence.dense.scores),
    clarityOfAll: clarityOf(entries, top, [
      words.scores,
      char.scores,
      denseEvidence.dense.scores,
      denseEvidence.ridge.scores,
    ]),
  }
}

/** How far the entry nearest to the question, whichever it is, is before the second and the fifth. */
function leadOf(scores: Float32Array): { denseLead: number; denseSpread: number } {
  const best = new Float32Array(SPREAD_RANK)
  for (const score of scores) {
    if (score <= best[SPREAD_RANK - 1]!) continue
    best[SPREAD_RANK - 1] = score
    best.sort().reverse()
  }
  return { denseLead: best[0]! - best[1]!, denseSpread: best[0]! - best[SPREAD_RANK - 1]! }
}

/** Share of the entry in the softmax of the scores of all entries of its shape. */
function clarityOf(entries: IndexedEntry[], top: number, sources: Float32Array[]): number {
  const total = (position: number) => sources.reduce((sum, scores) => sum + scores[position]!, 0)
  const best = total(top)
  let rivals = 0
  for (const [position, entry] of entries.entries()) {
    if (entry.shape === entries[top]!.shape) rivals += Math.exp(SHARPNESS * (total(position) - best))
  }
  return 1 / rivals
}

function bestOtherScore(entries: IndexedEntry[], scores: Float32Array, top: number): number {
  const shape = entries[top]!.shape
  let best = 0
  for (let i = 0; i < scores.length; i++) {
    if (i !== top && entries[i]!.shape === shape && scores[i]! > best) best = scores[i]!
  }
  return best
}

/**
 * Probability (0 to 1) that the entry answers the question, so that a threshold sets the precision. 0 without a common content word.
 */
export function estimateConfidence(
  features: Features,
  { shape, exact, encoded }: { shape: IndexedEntry['shape']; exact: boolean; encoded: boolean },
): number {
  if (exact) return EXACT_CONFIDENCE
  const coefficients = COEFFICIENTS[encoded ? 'dense' : 'lexical'][shape]
  let fitted = 0
  for (const feature of FEATURES) fitted += (coefficients[feature] ?? 0) * features[feature]
  const caution = CAUTION[encoded ? 'dense' : 'lexical'][shape]
  const share = encoded ? Math.min(1, Math.max(0, fitted / FULL_CAUTION)) : 1
  const logit = fitted - caution * share
  const probability = 1 / (1 + Math.exp(-logit))
  return shape === 'question' ? probability : Math.min(probability, PASSAGE_CEILING)
}
