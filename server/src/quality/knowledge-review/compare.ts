import {
  type Fact,
  type Place,
  type Sign,
  type Statement,
  type Term,
  withoutPolarity,
} from '#server/language/service.ts'
import { differingValues } from './compare-values.ts'

/** A statement with the words that its title and its heading add to its subject. */
export type PlacedStatement = Statement & { around: readonly Term[] }

/** In what two statements on the same subject differ, and where in each of them that stands. */
export type Difference = { kind: DifferenceKind; first: Place[]; second: Place[] }
export type DifferenceKind = Exclude<Fact['kind'], 'month'> | 'rule'

/** Topics that say of any subject how it is paid, reached or counted: they tell no two rules apart. */
const OPEN_TOPICS: ReadonlySet<string> = new Set([
  'price',
  'payment',
  'hours',
  'person',
  'phone',
  'email',
  'address',
  'weight',
])
/** Values of many kinds: a deposit is no price, and a repair takes another time than a delivery. */
const OF_TOPIC: ReadonlySet<DifferenceKind> = new Set(['money', 'duration'])
/** Topics of the business itself: an answer without any other subject is about it. */
const BUSINESS_TOPICS: ReadonlySet<string> = new Set(['hours', 'phone', 'email', 'address'])
/** Topics that a rule may name beside its subject. */
const BESIDE_RULE: ReadonlySet<string> = new Set(['price', 'payment', 'hours', 'person'])
/** A sentence of several parts. */
const CLAUSES = /[,;:–](?!\d)/
/** Rules whose subjects differ in more words are not opposites. */
const MOST_MISSING = 2
/** Of its words one sentence shares at least so many with the other, and the other so many with it: else they only touch the same thing. */
const LEAST_OF_ONE = 0.6
const LEAST_OF_OTHER = 0.3

type Subject = {
  /** Every word of the sentence that is not one of any rule. */
  words: Set<string>
  /** Of the sentence itself. */
  own: Set<string>
  things: Set<string>
  /** It names something itself. */
  hasThings: boolean
  topics: Set<string>
  special: Set<string>
  /** With the words around it. */
  subject: Set<string>
  all: Set<string>
}

/**
 * The difference between two statements of a business that cannot both be true: the same subject with another value, or a rule and its
 * opposite. Null where their subjects differ, where one is a case of its own, and where both say the same.
 */
export function compareStatements(first: PlacedStatement, second: PlacedStatement): Difference | null {
  if (first.language !== second.language) return null
  const [a, b] = [subjectOf(first), subjectOf(second)]
  const shared = sharedSubject(a, b)
  if (!shared) return null
  if (!haveSameDays(first, second)) return null
  const value = differingValues(first, second)
  if (value && (!OF_TOPIC.has(value.kind) || (shared.hasSameTopics && shared.isSaid))) return value
  return oppositeRule(first, second, shared)
}

function subjectOf({ terms, around }: PlacedStatement): Subject {
  const keys = (list: readonly Term[], ...kinds: Term['kind'][]) =>
    new Set(list.filter(({ kind }) => kinds.includes(kind)).map(({ key }) => key))
  const ownThings = keys(terms, 'thing')
  return {
    words: keys(terms, 'thing', 'topic', 'special', 'said'),
    own: keys(terms, 'thing', 'topic'),
    subject: keys([...terms, ...around], 'thing', 'topic'),
    // The title tells the subject of a sentence that names none itself.
    things: ownThings.size > 0 ? ownThings : keys(around, 'thing'),
    hasThings: ownThings.size > 0,
    all: keys([...terms, ...around], 'thing', 'topic', 'special', 'said'),
    special: keys(ownThings.size > 0 ? terms : [...terms, ...around], 'special'),
    topics: new Set([...keys(terms, 'topic')].filter((topic) => !OPEN_TOPICS.has(topic))),
  }
}

/** How far two statements have one subject: words in common, and on each side the words that the other lacks. */
type Shared = {
  count: number
  /** Of those, the words that both sentences say themselves. */
  said: number
  missing: readonly [string[], string[]]
  /** Both say the subject, or one says none and has it from its title. */
  isSaid: boolean
  /** No side has a topic that the other lacks. */
  hasSameTopics: boolean
  /** What each sentence alone names, whatever it is. */
  denied: readonly [number, number]
}

function sharedSubject(a: Subject, b: Subject): Shared | null {
  const missing = (of: Iterable<string>, other: Subject) => [...of].filter((key) => !other.all.has(key))
  if (missing(a.special, b).length > 0 || missing(b.special, a).length > 0) return null
  const [left, right] = [missing([...a.things, ...a.topics], b), missing([...b.things, ...b.topics], a)]
  if (left.length > 0 && right.length > 0) return null
  // A rule for one thing is no contradiction of the rule for all.
  if (a.things.size === 0 && missing(b.things, a).some((key) => b.own.has(key))) return null
  if (b.things.size === 0 && missing(a.things, b).some((key) => a.own.has(key))) return null
  const common = [...a.subject].filter((key) => b.subject.has(key) && (a.own.has(key) || b.own.has(key)))
  const strong = common.filter((key) => !OPEN_TOPICS.has(key))
  const isAboutBusiness = a.things.size === 0 && b.things.size === 0 && common.some((key) => BUSINESS_TOPICS.has(key))
  const isSameCase = a.things.size === 0 && b.things.size === 0 && a.special.size > 0
  if (strong.length === 0 && !isAboutBusiness && !isSameCase) return null
  const covered = [coverOf(a, b), coverOf(b, a)]
  if (Math.max(...covered) < LEAST_OF_ONE || Math.min(...covered) < LEAST_OF_OTHER) return null
  const said = strong.filter((key) => a.own.has(key) && b.own.has(key)).length
  const ruled = (of: Subject) => [...of.own].filter((key) => !BESIDE_RULE.has(key))
  return {
    count: strong.length,
    said,
    isSaid: said > 0 || isTitled(a, b) || isTitled(b, a),
    missing: [missing(ruled(a), b), missing(ruled(b), a)],
    hasSameTopics: missing(a.topics, b).length + missing(b.topics, a).length === 0,
    denied: [missing(a.own, b).length, missing(b.own, a).length],
  }
}

/** Whether a sentence that names nothing itself has its subject from its title: the other one names most of what that does. */
function isTitled({ hasThings, things }: Subject, other: Subject): boolean {
  const named = [...things].filter((key) => other.things.has(key)).length
  return !hasThings && named * 2 >= things.size
}

/** Which share of a sentence's words the other statement has too; 1 for a sentence without any. */
function coverOf({ words }: Subject, other: Subject): number {
  return words.size === 0 ? 1 : [...words].filter((key) => other.all.has(key)).length / words.size
}

const daysOf = (statement: Statement, kind: 'weekday' | 'month'): Set<number> =>
  new Set(statement.facts.flatMap((fact) => (fact.kind === kind ? [fact.value as number] : [])))

/** Whether two statements speak of the same days, where their days limit what else they say. */
function haveSameDays(first: Statement, second: Statement): boolean {
  for (const kind of ['weekday', 'month'] as const) {
    const [a, b] = [daysOf(first, kind), daysOf(second, kind)]
    if (a.size === 0 && b.size === 0) continue
    const isLimit =
      kind === 'month' || [first, second].some(({ facts }) => facts.some((fact) => fact.kind !== 'weekday'))
    if (isLimit && ![...a].some((day) => b.has(day))) return false
  }
  return true
}

function oppositeRule(
  first: Statement,
  second: Statement,
  { count, said, missing, denied }: Shared,
): Difference | null {
  const [left, right] = missing
  if (count === 0 || (left.length > 0 && right.length > 0) || left.length + right.length > MOST_MISSING) return null
  // What a part of a longer sentence says may depend on another part.
  if ([first, second].some(({ text }) => CLAUSES.test(withoutPolarity(text) ?? text))) return null
  const isConditional = [first, second].map(hasThreshold)
  if (isConditional[0] !== isConditional[1]) return null
  for (const one of first.signs) {
    const other = second.signs.find(({ of }) => of === one.of)
    if (one.of === 'done' || one.of === 'open' || !other || other.sign === one.sign) continue
    return { kind: 'rule', first: one.places, second: other.places }
  }
  const paid = paidAgainstFree(first, second) ?? swapped(paidAgainstFree(second, first))
  if (paid) return paid
  const [done, undone] = [signOf(first, 'done'), signOf(second, 'done')]
  const isSaid = (of: Sign['of']) =>
    first.signs.some((one) => one.of === of) && second.signs.some((one) => one.of === of)
  if (done.sign === undone.sign || isSaid('needed') || isSaid('included') || isSaid('free')) return null
  // What is denied for one thing may be true of all others.
  if (said === 0 || (done.sign < 0 ? denied[0] : denied[1]) > 0) return null
  if (count === 1 && left.length + right.length > 0) return null
  return { kind: 'rule', first: done.places, second: undone.places }
}

/** "For orders over 50 euros": a rule that holds from an amount on. */
const hasThreshold = ({ facts }: Statement): boolean =>
  facts.some((fact) => fact.kind === 'money' && fact.bounds.includes('least'))

const signOf = ({ signs }: Statement, of: Sign['of']): Sign =>
  signs.find((one) => one.of === of) ?? { of, sign: 1, places: [] }

/** "Free of charge" against an amount that is to be paid. */
function paidAgainstFree(free: Statement, paid: Statement): Difference | null {
  const sign = free.signs.find(({ of }) => of === 'free')
  const amount = paid.facts.find((fact) => fact.kind === 'money' && fact.low > 0)
  if (!sign || sign.sign < 0 || !amount || paid.signs.some(({ of }) => of === 'free')) return null
  return { kind: 'rule', first: sign.places, second: [{ start: amount.start, end: amount.end }] }
}

const swapped = (found: Difference | null): Difference | null =>
  found && { ...found, first: found.second, second: found.first }
