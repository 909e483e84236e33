import type { Language } from '#contracts/languages.ts'
import type { Place } from './bounds.ts'
import { type CalendarFact, readCalendar } from './calendar-facts.ts'
import { type ContactFact, readContacts } from './contact-facts.ts'
import { type QuantityFact, readQuantities } from './quantity-facts.ts'

/** A value that a sentence states: an amount, a time, a day, a way to get in touch. */
export type Fact = QuantityFact | CalendarFact | ContactFact

/** The values that a sentence states, in their order. Each part of the sentence belongs to one of them at most. */
export function readFacts(sentence: string, language: Language): Fact[] {
  const taken: Place[] = []
  const free = (place: Place) => !taken.some((other) => place.start < other.end && other.start < place.end)
  const facts: Fact[] = []
  for (const read of [readContacts, readCalendar, readQuantities]) {
    const found = read(sentence, language).filter(free)
    facts.push(...found)
    taken.push(...found.map(({ start, end }) => ({ start, end })))
  }
  return facts.sort((a, b) => a.start - b.start)
}
