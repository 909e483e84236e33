import type { Lexicon } from '#server/language/types.ts'
import { comparison } from './comparison.ts'
import { courtesy } from './courtesy.ts'
import { dates } from './dates.ts'
import { escalation } from './escalation.ts'
import { faqImport } from './faq-import.ts'
import { grounding } from './grounding.ts'
import { injection } from './injection.ts'
import { letters } from './letters.ts'
import { numbers } from './numbers.ts'
import { personRequest } from './person-request.ts'
import { smallTalk } from './small-talk.ts'
import { tone } from './tone.ts'
import { topics } from './topics.ts'
import { traits } from './traits.ts'

/** All words of German but those of the search and of the language detection. */
export const lexicon: Lexicon = {
  comparison,
  courtesy,
  dates,
  escalation,
  faqImport,
  grounding,
  injection,
  letters,
  numbers,
  personRequest,
  subjectFillers: '',
  smallTalk,
  tone,
  topics,
  traits,
}
