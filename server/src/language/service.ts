/* The public interface of everything that depends on the words of a language. */
export type { Language } from '#contracts/languages.ts'
export { agentTypesOf, englishOf } from './agent-types.ts'
export { analyseMessage, type MessageAnalysis } from './analysis.ts'
export { daysOf, isWithin, namedDay, namesDays } from './calendar.ts'
export { COURTESY_LINES, courtesyLineOf } from './courtesy.ts'
export { detectLanguage } from './detect.ts'
export { plainText } from './escalation-phrases.ts'
export {
  admitsUnknowing,
  beginsWithClause,
  capitalisesNouns,
  countDenials,
  endsWithPossessiveYour,
  isAbbreviation,
  isEverydayName,
  isFragment,
  isMonthAfterStop,
  leansOnSentenceBefore,
  limitsSentenceBefore,
  mentionsPrompt,
  withoutAffix,
  withoutPolarity,
  withoutPossessive,
} from './grounding-words.ts'
export { importColumnOf, publishedStateOf } from './import-words.ts'
export { isInstruction, visible } from './injection.ts'
export type { Issue } from './issues.ts'
export { isLetterClosing, isLetterGreeting, withoutSalutation } from './letters.ts'
export { figuresOf, hasQuantity, type Quantity } from './numbers.ts'
export { termsOf, textSearchConfiguration } from './search-text.ts'
export type { SentenceKind } from './sentence-kinds.ts'
export { type Sentence, sentencesOf } from './sentences.ts'
export type { Bound, Place } from './statements/bounds.ts'
export type { Fact } from './statements/facts.ts'
export { readStatement, readSubject, type Sign, type Statement, type Term } from './statements/statement.ts'
export { subjectWordsOf } from './subject-words.ts'
export type { Complexity, Tone } from './tone.ts'
export type { Traits } from './traits.ts'
export { wordsInEnglish } from './translate.ts'
export type { CourtesyLine, ImportColumn } from './types.ts'
export {
  type Corrections,
  readCorrections,
  type SimilarWord,
  searchedWords,
  type WordsQuery,
  wordsQueryOf,
} from './words-query.ts'
