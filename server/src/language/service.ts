/* The public interface of everything that depends on the words of a language. */
export type { Language } from '#contracts/languages.ts'
export { type Analysis, analyse, type Complexity, type Tone } from './analysis.ts'
export { asksForBrevity, asksForDetail } from './answer-length.ts'
export { type Days, daysOf, isWithin, namesDays, withoutDays } from './calendar.ts'
export { COURTESY, JOINING, SYNONYMS } from './courtesy.ts'
export { detectLanguage } from './detect.ts'
export {
  asksForPerson,
  asksForPersonByPattern,
  asksForServiceDesk,
  hasComplexCase,
  plainText,
  soundsFrustrated,
  soundsUrgent,
} from './escalation-phrases.ts'
export { EVERYDAY } from './everyday.ts'
export { isInstruction, visible } from './injection.ts'
export { type Issue, issuesOf } from './issues.ts'
export { isLetterClosing, isLetterGreeting, withoutSalutation } from './letters.ts'
export { type Figures, figuresOf, hasQuantity, isNumberWord, type Quantity } from './numbers.ts'
export { claimsDeed, overPromises } from './promises.ts'
export { CONTEXT_TYPE, LEXICON } from './routing-words.ts'
export { smallTalkKind } from './small-talk.ts'
export { inferTraits, type Signs } from './traits.ts'
