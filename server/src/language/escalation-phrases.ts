import { foldAccents } from '#server/platform/text/fold.ts'
import { allPhrases, allWords, anyOf, LEXICONS } from './lexicons.ts'
import { alarmIn, kindOfSentence } from './sentence-kinds.ts'

/** Only the beginning of a message is analysed: it contains the request, and the time stays bounded. */
const MAX_CHARACTERS = 4_000

const ELISION = new RegExp(`\\b(${anyOf(({ escalation }) => escalation.elisions)})['’](?=\\p{L}{2})`, 'gu')

/** Words in lower case, without accents and apostrophes, one blank between them; sentence ends become " . ". */
export function plainText(text: string): string {
  return (
    foldAccents(text.slice(0, MAX_CHARACTERS).normalize('NFKC').toLowerCase())
      // French elides before a word (l'agent), English contracts behind one (don't).
      .replace(ELISION, '$1 ')
      .replace(/['’ʼ`´]/g, '')
      .replace(/[.!?;:\n]+/g, ' . ')
      .replace(/[^\p{L}\p{N}.]+/gu, ' ')
      .trim()
  )
}

/** One expression for a whole list, longest entries first, bounded by word ends. */
function phrasePattern(phrases: string[]): RegExp {
  const longestFirst = [...phrases].sort((a, b) => b.length - a.length)
  return new RegExp(`(?:^| )(?:${longestFirst.join('|')})(?= |$)`)
}

const talkVerbs = allWords(({ personRequest }) => personRequest.talkVerbs)
const linkVerbs = allWords(({ personRequest }) => personRequest.linkVerbs)
const bringVerbs = allWords(({ personRequest }) => personRequest.bringVerbs)
const wishVerbs = allWords(({ personRequest }) => personRequest.wishVerbs)
const me = allWords(({ personRequest }) => personRequest.me)
const helperRoles = allWords(({ personRequest }) => personRequest.helperRoles)
const anyoneRoles = allWords(({ personRequest }) => personRequest.anyoneRoles)
const adjectives = allWords(({ personRequest }) => personRequest.adjectives)
const machines = allWords(({ personRequest }) => personRequest.machines)
const refusals = allWords(({ personRequest }) => personRequest.refusals)
const thirdParty = allWords(({ personRequest }) => personRequest.thirdParty)
const verbsLast = Object.values(LEXICONS).flatMap(({ personRequest }) => personRequest.verbLast ?? [])
const companions = new Set(verbsLast.map(({ companion }) => companion))
const serviceDesk = new RegExp(
  [
    `\\b(?:${anyOf(({ personRequest }) => personRequest.serviceDesk.talk)}) (?:[a-z]+ ){0,3}(?:${anyOf(({ personRequest }) => personRequest.serviceDesk.desk)})\\b`,
    ...verbsLast.map(({ desk, verbs }) => `\\b(?:${desk}) (?:${verbs})\\b`),
  ].join('|'),
)
const outage = new RegExp(anyOf(({ escalation }) => escalation.outage))
const calm = new RegExp(
  `\\b(?:${anyOf(({ escalation }) => escalation.calm.negations)}) (?:${anyOf(({ escalation }) => escalation.calm.fillers)})?` +
    `(?:${anyOf(({ escalation }) => escalation.calm.urgency)})\\b`,
  'g',
)

const frustration = phrasePattern(allPhrases(({ escalation }) => escalation.frustration))
const complex = phrasePattern(allPhrases(({ escalation }) => escalation.complexCases))
const urgency = phrasePattern(allPhrases(({ escalation }) => escalation.urgency))
const person = phrasePattern(allPhrases(({ personRequest }) => personRequest.phrases))
const declined = allPhrases(({ personRequest }) => personRequest.declined)
const declining = phrasePattern(declined)
const endsDeclining = new RegExp(`(?:^| )(?:${declined.join('|')})$`)

/** Whether a plain text expresses open anger. */
export const soundsFrustrated = (plain: string): boolean => hasPhrase(frustration, plain)

/** Whether a plain text names a case that only a person can decide, such as a refund. */
export const hasComplexCase = (plain: string): boolean => hasPhrase(complex, plain)

/** Whether a plain text asks for the business's service desk by its name. */
export const asksForServiceDesk = (plain: string): boolean => serviceDesk.test(plain)

const hasPhrase = (pattern: RegExp, plain: string) => pattern.test(plain)

/** Whether a plain text reports an emergency, an outage or great urgency. */
export function soundsUrgent(plain: string): boolean {
  const hurried = plain.replace(calm, ' ')
  return hasPhrase(urgency, hurried) || outage.test(hurried)
}

/** Whether a plain text requests a person: by a certain phrase, or by the classifier, which also recognises other wordings and typing errors. */
export function asksForPerson(plain: string): boolean {
  // "Are you a real person?" asks about the assistant.
  if (kindOfSentence(bare(plain)) === 'robot') return false
  if (asksForPersonByPattern(plain)) return true
  return plain.split(' . ').some((sentence) => !hasPhrase(declining, sentence) && isRequest(bare(sentence)))
}

/** The service desk by name has a rule of its own. */
const isRequest = (sentence: string): boolean => alarmIn(sentence) === 'person' && !asksForServiceDesk(sentence)

/** A sentence without the dots that ended others. */
const bare = (sentence: string) => sentence.replace(/(?:^| )\.(?= |$)/g, '').trim()

/** The maximum number of words between a verb and its role: "speak with one of your very nice agents". */
const REACH = 6
/** A message of so few words that names a helper requests one: "agent", "operator please". */
const SHORT_MESSAGE_WORDS = 2

/**
 * Whether a message asks for a person: a phrase that means nothing else, or a verb with a role after it. Verbs of talking
 * go with anybody ("talk to someone"), verbs of bringing need "me", wishes need a helper right after.
 */
function asksForPersonByPattern(plain: string): boolean {
  const phrase = person.exec(plain)
  if (phrase && !isDeclined(plain.slice(0, phrase.index))) return true
  return plain.split(' . ').some((sentence) => {
    const tokens = sentence.split(' ').filter((token) => token !== '')
    const roleAlone = tokens.length <= SHORT_MESSAGE_WORDS && tokens.some((token) => helperRoles.has(token))
    const isAsked = (_: string, position: number) => startsRequest(tokens, position) || endsInTalk(tokens, position)
    return roleAlone || tokens.some(isAsked) || refusesMachine(tokens)
  })
}

function startsRequest(tokens: string[], position: number): boolean {
  const verb = tokens[position]!
  const talks = talkVerbs.has(verb)
  const links = linkVerbs.has(verb)
  const brings = bringVerbs.has(verb)
  const wishes = wishVerbs.has(verb)
  if (!(talks || links || brings || wishes)) return false
  const before = tokens.slice(0, position)
  if (isDeclined(before.join(' ')) || isDeclined([...before, verb].join(' '))) return false
  // French puts it before the verb ("me passer"), Spanish joins it ("pasarme").
  let toMe = verb.endsWith('me') || before.slice(-2).some((token) => me.has(token))
  for (const [distance, token] of tokens.slice(position + 1, position + 1 + REACH).entries()) {
    if (me.has(token)) toMe = true
    const isHelper = helperRoles.has(token)
    const isSomebody = (isHelper || anyoneRoles.has(token)) && !thirdParty.has(tokens[position + distance + 2] ?? '')
    if (isSomebody && (talks || ((brings || links) && toMe) || ((wishes || links) && isHelper))) return true
    if (wishes && !adjectives.has(token)) return false
  }
  return false
}

/** "Kann ich mit jemandem sprechen": German puts the verb last. */
function endsInTalk(tokens: string[], position: number): boolean {
  const token = tokens[position]!
  if (!helperRoles.has(token) && !anyoneRoles.has(token)) return false
  const before = tokens.slice(Math.max(0, position - 4), position)
  return (
    before.some((one) => companions.has(one)) &&
    tokens.slice(position + 1, position + 3).some((next) => talkVerbs.has(next))
  )
}

function isDeclined(before: string): boolean {
  return endsDeclining.test(before.trimEnd())
}

/** "I don't want to talk to a bot", "no more chatbot". */
function refusesMachine(tokens: string[]): boolean {
  const machine = tokens.findIndex((token) => machines.has(token))
  if (machine < 0) return false
  const before = tokens.slice(Math.max(0, machine - REACH - 1), machine)
  const talked = before.some((token) => talkVerbs.has(token) || wishVerbs.has(token))
  return talked && before.some((token) => refusals.has(token))
}
