import type { IssueTopic } from '#contracts/memory/memory.ts'

/*
 * The words and rules of a language. Each language is a folder with one file for each of these types. `Words` are separated by
 * blanks, `Phrases` by commas, a `Pattern` is the inside of a regular expression's group ("refunds?|money back"). Every part may be
 * empty. Phrases and patterns without accents are compared with text in lower case, without accents and apostrophes.
 */
type Words = string
type Phrases = string
type Pattern = string

export type SearchWords = {
  /** The Snowball stemmer, which is also the name of PostgreSQL's text search configuration; null compares whole words. */
  stemmer: string | null
  /** An apostrophe ends a word (French: l'adresse) instead of joining it (English: don't). */
  elides: boolean
  /** Words without meaning for the subject of a question, without apostrophes. */
  stopWords: Words
  /** Words any customer may add to any question; they count for little in the search. */
  weakWords: Words
  /** Words that do not make two questions similar. */
  questionWords: Words
  /** How letters with accents are written on a keyboard without them, where that is not the plain letter ("ö" as "oe"). */
  spellings: Readonly<Record<string, string>>
}

export type Detection = {
  /** Scores of n-grams, made by `node scripts/language-ngrams.ts`. */
  ngramsFile: URL
  /** Words that are a whole message and too short to detect by n-grams. */
  shortWords: Words
}

export type Reader = { detection: Detection; search: SearchWords }

/** With accents and apostrophes. */
export type ToneWords = {
  urgent: Phrases
  pressing: Phrases
  complex: Phrases
  positive: Phrases
  confused: Phrases
  detailed: Phrases
  quick: Phrases
}

export type PersonRequestWords = {
  /** Phrases with no other meaning than the request for a person. */
  phrases: Phrases
  /** With a person named soon after, they request one. */
  talkVerbs: Words
  /** With a helper named, or with "me" and anybody. */
  linkVerbs: Words
  /** Only with "me" beside them. */
  bringVerbs: Words
  /** Only with the person directly after, articles and adjectives aside. */
  wishVerbs: Words
  me: Words
  /** Roles only a helper has. */
  helperRoles: Words
  /** Anybody: means a helper only as the one to talk to. */
  anyoneRoles: Words
  /** Between a verb of wanting and the person. */
  adjectives: Words
  /** Helpers that are not persons: refusing them requests one. */
  machines: Words
  refusals: Words
  /** "I do not want to talk to an agent": the person is not requested. */
  declined: Phrases
  /** After the person: a third party is meant ("the person who sent it"). */
  thirdParty: Words
  /** Talking to the business as such. */
  serviceDesk: { talk: Pattern; desk: Pattern }
  /** For a language that puts the verb last: the word before the person, and the service desk before its verb. */
  verbLast: { companion: string; desk: Pattern; verbs: Pattern } | null
}

export type EscalationWords = {
  /** Unmistakable anger. */
  frustration: Phrases
  /** Cases only a person can decide. */
  complexCases: Phrases
  /** Haste or an outage. */
  urgency: Phrases
  /** A service that is down, where a plain phrase means other things too. */
  outage: Pattern | null
  /** "Not urgent": a negation of the urgency. */
  calm: { negations: Pattern; fillers: Pattern; urgency: Pattern }
  /** The letters before an apostrophe that ends a word (French: l'agent). */
  elisions: Pattern | null
}

/** Text that addresses a language model instead of a reader. */
export type InjectionPatterns = {
  patterns: readonly RegExp[]
  /** "Add this link". */
  insert: { verbs: Pattern; objects: Pattern }
  /** "Note to the assistant". */
  address: { heads: Pattern; prepositions: Pattern; machines: Pattern }
  /** "New instructions". */
  renewed: { adjectives: Pattern; nouns: Pattern }
}

/** How sentences of a source depend on each other and on their question, and what a judged sentence must keep. With accents. */
export type GroundingWords = {
  /** A bare yes or no, which answers one question only. */
  polarity: Pattern
  /** First words of an answer that is no clause and needs its question ("Until 6 pm."). */
  fragmentOpening: Pattern
  /** Verbs that make a clause of what is left without its yes or no. */
  finiteVerb: Pattern
  /** First words by which a sentence depends on the one before it. */
  leaning: Pattern
  /** First words of a sentence that limits the one before it ("Otherwise"). */
  exception: Pattern
  /** Polite words before a sentence, which state nothing. Without "yes" and "no". */
  affix: Pattern
  /** Denies something. */
  denial: Pattern
  /** The same at the end of a word ("isn't"). */
  attachedDenial: Pattern
  /** A capital letter does not make a noun a name. */
  capitalisesNouns: boolean
  /** Written with capital letters anywhere without being a name. */
  everydayNames: Words
  /** "Your". */
  possessiveYour: Pattern
  /** "Anna's", with the apostrophe. */
  possessive: Pattern
  /** "My instructions", "system prompt": what a customer never asks a business about. */
  promptMention: Pattern
  /** "I could not find that". */
  unknowing: Pattern
  /** Words that end in a full stop within a sentence, without that stop. */
  abbreviations: Words
}

/** Lines of politeness that a model may say beside what a source says. */
export type CourtesyLine =
  | 'greeting'
  | 'welcome'
  | 'thanks'
  | 'sorry'
  | 'gladly'
  | 'summary'
  | 'anything_else'
  | 'offer_person'
  | 'say_more'
  | 'goodbye'
/** Whole sentences that mean a line, in lower case without final signs. `#` stands for a name. */
export type CourtesyWords = Record<CourtesyLine, Pattern>

export type ImportColumn = 'question' | 'answer' | 'phrasings' | 'category' | 'priority' | 'language' | 'status'
/** A file of questions and answers from this or another product. */
export type ImportWords = {
  columns: Record<ImportColumn, Words>
  /** Values of the column `status`. */
  published: Words
  draft: Words
}

export type SmallTalk = 'greeting' | 'thanks' | 'goodbye'
/** Messages that are nothing else. */
export type SmallTalkPatterns = Record<SmallTalk, Pattern>

/** The issues that the memory counts. */
export type TopicWords = Record<IssueTopic, Pattern>

/** How a customer prefers to be helped. */
export type HelpPreference = 'steps' | 'article' | 'person' | 'examples' | 'pictures' | 'videos'

/** Words from which style, level, mood and preferences of a writer are inferred. */
export type TraitWords = {
  wantsShort: Pattern
  wantsLong: Pattern
  expert: Pattern
  beginner: Pattern
  angry: Pattern
  hurried: Pattern
  happy: Pattern
  polite: Pattern
  preferences: Record<HelpPreference, Pattern>
}

/** Beginning and end of a letter, with accents. */
export type LetterWords = { greeting: Pattern; closing: Pattern; salutation: Pattern }

/** In lower case, with accents. */
export type DateWords = {
  /** Seven, from Monday on. */
  weekdays: readonly Words[]
  /** Twelve. */
  months: readonly Words[]
  /** Months that are also other words count with a capital letter only. */
  ambiguousMonths: Words
  tomorrow: Words
  /** Words for tomorrow in a question about a day that elsewhere mean the morning: "und morgen?". */
  tomorrowOrMorning: Words
  /** After one of these such a word means the morning: "guten Morgen". */
  beforeMorning: Words
  tonight: Words
  /** "Monday to Friday". */
  until: Pattern
  /** The day of a date ends with a full stop ("3. Mai"). */
  dayEndsWithStop: boolean
}

/** In lower case, with accents. */
export type NumberWords = {
  values: Readonly<Record<number, Words>>
  /** "One" counts only before a unit: "one of them" is no number. */
  one: Words
  /** By the name of the unit; `_` stands for a blank. */
  units: Readonly<Record<string, Words>>
  perCent: readonly [string, string] | null
  /** After the hour of a time. */
  clockMarks: Words
  ordinalEndings: Words
  /** Between a number and its unit ("5 business days"). */
  beforeUnit: Pattern
  /** "2 or 3 days": the first number counts what the second counts. */
  joins: Words
}

/** Opposites that rules of a business are written in; `yes` is the first of the two. */
export type Opposite = 'free' | 'included' | 'allowed' | 'needed' | 'open' | 'refundable'

/**
 * By what two sentences about the same subject are compared. In lower case, with accents; `_` stands for a blank. The names of the topics
 * are the same in every language.
 */
export type ComparisonWords = {
  /** Words that name the same subject: "return", "send back". */
  topics: Readonly<Record<string, Words>>
  /** Words of any rule, which tell nothing of its subject. */
  common: Words
  /** Words that make a rule one for a case of its own: "express", "children". */
  special: Words
  /** The word after one of these is what is said, not of what. */
  predicateAfter: Words
  /** After the verb of a request, which begins its sentence ("Keep the receipt"). */
  afterCommand: Words
  /** A noun right after one of these, without an article, is a place or a way ("nach Wien"); for languages that capitalise all nouns. */
  namedAfter: Words
  opposites: Readonly<Record<Opposite, { yes: Words; no: Words }>>
  /** Before a value. */
  bounds: { least: Pattern; most: Pattern; from: Pattern; until: Pattern }
  /** Between an amount and what it is for ("per night"). */
  each: Pattern
  /** After a time that is an age ("old"). */
  age: Pattern
  workingDays: Pattern
  /** Before an hour in words or without a mark ("a las", "à"). */
  beforeHour: Pattern
  /** Minutes in words after an hour ("y media"). */
  minutesInWords: Readonly<Record<string, number>>
  /** What a street is called, before or after its name; and where its number is. */
  street: { words: Pattern; isFirst: boolean; numberFirst: boolean }
}

export type Lexicon = {
  comparison: ComparisonWords
  courtesy: CourtesyWords
  dates: DateWords
  escalation: EscalationWords
  faqImport: ImportWords
  grounding: GroundingWords
  injection: InjectionPatterns
  letters: LetterWords
  numbers: NumberWords
  personRequest: PersonRequestWords
  /** Words without meaning for a subject in the descriptions of agents. */
  subjectFillers: Words
  smallTalk: SmallTalkPatterns
  tone: ToneWords
  topics: TopicWords
  traits: TraitWords
}
