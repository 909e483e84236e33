import type { Business } from './businesses.ts'
import type { Expectation, ExpectedTurn } from './data.ts'
import type { Reply } from './play.ts'

/**
 * right: what was expected. chips: the expected entry is offered as a question to press, or quoted as the nearest. missed: an honest "I do not know" although
 * the answer is there. silly: beside the point. wrong: an entry is given as the answer that does not answer.
 */
export type Verdict = 'right' | 'chips' | 'missed' | 'silly' | 'wrong'

const EMERGENCY =
  /\b112\b|\b911\b|\b999\b|emergency (?:services|number|room)|servicios? de emergencia|urgencias|secours|urgences|notruf|notdienst|rettung/i
const MACHINE =
  /\b(?:assistant|asistente|assistent|bot|robot|automatic|automátic|automatisch|automatique|virtual|virtuell)/i
const OPEN = { open: /\bopen\b|abiert|ouvert|geöffnet|offen/i, closed: /closed|cerrad|fermé|geschlossen|not open/i }

const textOf = ({ messages }: Reply) => messages.map(({ body }) => body).join('\n')
const digits = (text: string) => text.replace(/\D/g, '')
const isUnknown = (reply: Reply) =>
  reply.messages.length > 0 && idsIn(reply.messages).length === 0 && suggestionsOf(reply).length === 0
const suggestionsOf = (reply: Reply) => reply.messages.flatMap(({ suggestions }) => suggestions)
/** The text of a reply that quotes what is nearest, marked as unsure: it offers that entry, it does not give it as the answer. */
const NEAREST = /nearest i have|más cercano que tengo|de plus proche|kommt ihr am nächsten/i
const idsIn = (messages: Reply['messages']) => messages.flatMap(({ sources }) => sources.map(({ id }) => id))
const sourcesOf = ({ messages }: Reply) => idsIn(messages.filter(({ body }) => !NEAREST.test(body)))
const nearestOf = ({ messages }: Reply) => idsIn(messages.filter(({ body }) => NEAREST.test(body)))
const isAmong = (ids: string[], { idsOf }: Business, keys: string[]) =>
  keys.some((key) => idsOf.get(key)?.some((id) => ids.includes(id)))
const gives = (reply: Reply, business: Business, keys: string[]) => isAmong(sourcesOf(reply), business, keys)
const offers = (reply: Reply, business: Business, keys: string[]) =>
  keys.some((key) => business.wordingsOf.get(key)?.some((wording) => suggestionsOf(reply).includes(wording))) ||
  isAmong(nearestOf(reply), business, keys)
/** A person was offered, in this turn or before. */
const offersPerson = ({ isOffered }: Reply) => isOffered

function hasFact(reply: Reply, business: Business, { fact, is }: Extract<Expectation, { fact: string }>): boolean {
  const text = textOf(reply)
  if (fact === 'phone') return digits(text).includes(digits(business.phone).slice(-7))
  if (fact === 'email') return text.includes(business.supportEmail)
  if (fact === 'address') return business.address !== null && text.includes(business.address.split(',')[0] ?? '?')
  if (fact === 'emergency_phone') return digits(text).includes(digits(business.emergencyPhone ?? '?????'))
  if (fact === 'identity') return text.includes(business.name) && !isUnknownText(text)
  if (fact === 'robot') return MACHINE.test(text) && !isUnknownText(text)
  if (fact === 'abilities') return MACHINE.test(text) && !isUnknownText(text)
  const hour = String(Number(business.hours.start.split(':')[0]))
  const tellsHours = new RegExp(`\\b0?${hour}(?:[:.h]| ?(?:am|uhr))`, 'i').test(text)
  if (fact === 'hours') return tellsHours && (!is || OPEN[is].test(text))
  return tellsHours || (is !== undefined && OPEN[is].test(text))
}

const ADMISSION =
  /(?:did not|didn[’']t) find|no sure answer|no (?:he )?encontr|sigo sin|respuesta segura|pas trouvé|réponse sûre|antwort darauf habe ich nicht gefunden|sichere antwort habe? ich|nichts ähnliches gefunden/i
const ASKS_BACK = /not quite sure i understood|no estoy .*segur|pas .*sûr|nicht ganz sicher/i
const isUnknownText = (text: string) => ADMISSION.test(text) || ASKS_BACK.test(text)

function meets(reply: Reply, business: Business, wanted: Expectation): boolean {
  if ('answer' in wanted) return gives(reply, business, wanted.answer)
  if ('offer' in wanted) return offers(reply, business, wanted.offer) || gives(reply, business, wanted.offer)
  if ('fact' in wanted) return hasFact(reply, business, wanted)
  if ('handover' in wanted) return offersPerson(reply)
  if ('emergency' in wanted) {
    const phone = business.emergencyPhone
    const names = phone ? digits(textOf(reply)).includes(digits(phone)) : EMERGENCY.test(textOf(reply))
    return names && offersPerson(reply)
  }
  if ('unknown' in wanted || 'off_topic' in wanted)
    return isUnknown(reply) || suggestionsOf(reply).length > 0 || nearestOf(reply).length > 0
  if ('language' in wanted) return offers(reply, business, wanted.near) || gives(reply, business, wanted.near)
  return isUnknown(reply) && !isUnknownText(textOf(reply)) && !reply.isNewlyOffered
}

/** Judges the reply to one turn. */
export function judgeTurn(reply: Reply, business: Business, { expect, also = [] }: ExpectedTurn): Verdict {
  if (expect.every((wanted) => meets(reply, business, wanted))) return 'right'
  if (also.some((wanted) => meets(reply, business, wanted))) return 'right'
  const wantsEntry = [...expect, ...also].flatMap((wanted) => ('answer' in wanted ? wanted.answer : []))
  if (sourcesOf(reply).length > 0) {
    // One of two questions was answered.
    return gives(reply, business, wantsEntry) ? 'missed' : 'wrong'
  }
  if (wantsEntry.length > 0 && offers(reply, business, wantsEntry)) return 'chips'
  if (wantsEntry.length > 0 && ADMISSION.test(textOf(reply))) return 'missed'
  return 'silly'
}
