import type { Bound, Fact, Place, Statement } from '#server/language/service.ts'
import type { Difference, DifferenceKind } from './compare.ts'

type Compared = Exclude<Fact, { kind: 'weekday' | 'month' }>
type Quantity = Extract<Fact, { low: number }>

/** Amounts that differ by less are the same: a month is 30 or 31 days. */
const TOLERANCE = 0.03
const KINDS = [
  'money',
  'duration',
  'percent',
  'measure',
  'count',
  'clock',
  'date',
  'phone',
  'email',
  'address',
] as const

/** The first kind of value in which two statements on the same subject differ; null where there is none. */
export function differingValues(first: Statement, second: Statement): Difference | null {
  for (const kind of KINDS) {
    const found = differenceOf(kind, first, second)
    if (found) return found
  }
  return differingDays(first, second)
}

const placeOf = ({ start, end }: Place): Place => ({ start, end })

function differenceOf(kind: (typeof KINDS)[number], first: Statement, second: Statement): Difference | null {
  const of = (statement: Statement) => statement.facts.filter((fact): fact is Compared => fact.kind === kind)
  const [a, b] = [of(first), of(second)]
  if (a.length === 0 || b.length === 0) return null
  const compared = (one: Compared, other: Compared) => isComparable(one, other, first, second)
  const alone = (list: readonly Compared[], others: readonly Compared[]) =>
    list.filter((one) => !others.some((other) => isSame(one, other)))
  const [left, right] = [alone(a, b), alone(b, a)]
  // With several values on each side it is their order that tells which belong together.
  const pairs = a.length === b.length ? a.map((one, at) => [one, b[at]!] as const) : [[left[0], right[0]] as const]
  if (a.length !== b.length && (left.length !== 1 || right.length !== 1)) return null
  for (const [one, other] of pairs) {
    if (!one || !other || !left.includes(one) || !right.includes(other) || !compared(one, other)) continue
    return { kind: kind as DifferenceKind, first: [placeOf(one)], second: [placeOf(other)] }
  }
  return null
}

const isQuantity = (fact: Fact): fact is Quantity => 'low' in fact

function isSame(one: Compared, other: Compared): boolean {
  if (isQuantity(one) && isQuantity(other)) return one.unit === other.unit && isWithin(one, other)
  if (one.kind === 'clock' && other.kind === 'clock') return one.values.some((value) => other.values.includes(value))
  if ('value' in one && 'value' in other) return one.value === other.value || isSamePhone(one, other)
  return false
}

/** One amount lies within the other. */
function isWithin(one: Quantity, other: Quantity): boolean {
  const holds = (outer: Quantity, inner: Quantity) =>
    inner.low >= outer.low * (1 - TOLERANCE) && inner.high <= outer.high * (1 + TOLERANCE)
  return holds(one, other) || holds(other, one)
}

/** A number with and without the country before it. */
const isSamePhone = (one: Compared, other: Compared): boolean =>
  one.kind === 'phone' && other.kind === 'phone' && (one.value.endsWith(other.value) || other.value.endsWith(one.value))

function isComparable(one: Compared, other: Compared, first: Statement, second: Statement): boolean {
  if (isQuantity(one) && isQuantity(other)) {
    const isSameEach = one.each === other.each || one.each === null || other.each === null
    // A price is no amount from which something holds.
    const isThreshold = one.kind === 'money' && one.bounds.includes('least') !== other.bounds.includes('least')
    return one.unit === other.unit && isSameEach && !isThreshold && areSameSide(one.bounds, other.bounds)
  }
  if (one.kind === 'clock' && other.kind === 'clock') {
    const [a, b] = [edgeOf(one.bounds, first), edgeOf(other.bounds, second)]
    return a === null || b === null || a === b
  }
  if (one.kind === 'date' && other.kind === 'date') {
    const isSameYear = one.year === null || other.year === null || one.year === other.year
    return isSameYear && areSameSide(one.bounds, other.bounds)
  }
  return true
}

const LOWER: readonly Bound[] = ['least', 'from']

/** "At least" is no other value than "at most". */
function areSameSide(one: readonly Bound[], other: readonly Bound[]): boolean {
  if (one.length === 0 || other.length === 0 || one.some((bound) => other.includes(bound))) return true
  const isLower = (bounds: readonly Bound[]) => bounds.some((bound) => LOWER.includes(bound))
  return isLower(one) === isLower(other)
}

/** Whether a time is the beginning or the end of something open. */
function edgeOf(bounds: readonly Bound[], { signs }: Statement): 'from' | 'until' | null {
  const [isFrom, isUntil] = [bounds.includes('from'), bounds.includes('until')]
  if (isUntil !== isFrom) return isUntil ? 'until' : 'from'
  const open = signs.filter(({ of }) => of === 'open')
  if (open.length !== 1) return null
  return open[0]!.sign < 0 ? 'until' : 'from'
}

/** Days on which something is done by the one statement and not by the other. */
function differingDays(first: Statement, second: Statement): Difference | null {
  const of = ({ facts }: Statement) => facts.filter((fact) => fact.kind === 'weekday')
  const [a, b] = [of(first), of(second)]
  const [daysA, daysB] = [a, b].map((facts) => new Set(facts.map(({ value }) => value))) as [Set<number>, Set<number>]
  if (daysA.size === 0 || daysB.size === 0) return null
  const isClosed = ({ signs }: Statement) => signs.some(({ of, sign }) => (of === 'open' || of === 'done') && sign < 0)
  const isEqual = daysA.size === daysB.size && [...daysA].every((day) => daysB.has(day))
  const meet = [...daysA].some((day) => daysB.has(day))
  const differ = isClosed(first) === isClosed(second) ? !isEqual : meet
  if (!differ) return null
  const places = (facts: readonly Fact[]) => [...new Map(facts.map((fact) => [fact.start, placeOf(fact)])).values()]
  return { kind: 'weekday', first: places(a), second: places(b) }
}
