import type { GroundingWords } from '#server/language/types.ts'

export const grounding: GroundingWords = {
  denial: 'not|no|never|cannot|nothing|nobody|neither|nor|unable',
  attachedDenial: "n['’]t",
  lack: 'without',
  limit: String.raw`refus\w*|only|except|unless|closed|left out|avoid\w*`,
  noCost: { lack: 'no|without', extra: ' any| extra| additional', cost: 'cost|charge|fee|surcharge' },
  condition: 'if|when|unless|in case',
  clauseJoins: 'and|but|or|while',
  listJoins: 'and|or',
  oppositePrefixes: 'un in im non',
  capitalisesNouns: false,
  everydayNames: 'ai faq ok please hello hi sorry thanks thank yes no email sms url pdf',
  apology: 'sorry|apologi[sz]e|understand',
  possessiveYour: 'your',
  promptMention:
    'system (?:prompt|message)|my (?:instructions|prompt|guidelines|rules)|(?:initial|hidden|secret) (?:prompt|instructions)',
  unknowing:
    "could(n['’]?t| not) find|can(['’]?t|not) find|do(n['’]?t| not) (have|know|see)|no information|not (able|sure)|unable|unfortunately",
  abbreviations: 'mr mrs ms dr prof st vs no nr etc e.g i.e approx dept est fig inc ltd co jr sr max min u.s a.m p.m',
  contractions: "['’](?:ve|ll|re|s|d|m)",
  possessive: "['’]s",
}
