import type { Lexicon } from '#server/language/types.ts'
import { dates } from './dates.ts'
import { escalation } from './escalation.ts'
import { faqImport } from './faq-import.ts'
import { grounding } from './grounding.ts'
import { injection } from './injection.ts'
import { letters } from './letters.ts'
import { numbers } from './numbers.ts'
import { paraphrase } from './paraphrase.ts'
import { personRequest } from './person-request.ts'
import { promises } from './promises.ts'
import { routing } from './routing.ts'
import { smallTalk } from './small-talk.ts'
import { synonyms } from './synonyms.ts'
import { tone } from './tone.ts'
import { topics } from './topics.ts'
import { traits } from './traits.ts'

/** All words of French but those of the search and of the language detection. */
export const lexicon: Lexicon = {
  dates,
  escalation,
  faqImport,
  grounding,
  injection,
  letters,
  numbers,
  paraphrase,
  personRequest,
  promises,
  routing,
  smallTalk,
  synonyms,
  tone,
  topics,
  traits,
}
