import type { Proved } from './parts.ts'
import { percentiles, type Worked } from './work.ts'

/** Below this a difference is within what the clock of a busy machine shows. */
const NOISE_MS = 5

type Way = { name: string; worked: Worked }

const ms = (value: number) => `${value.toFixed(1)} ms`

/** How long each main action takes in two ways, measured in turns of the same run; `mostSlower` is the share by which the second may be slower. */
export function comparedActions(before: Way, after: Way, mostSlower: number): Proved[] {
  const others = percentiles(after.worked)
  return [...percentiles(before.worked)].map(([name, one]) => {
    const other = others.get(name) ?? { count: 0, median: Number.POSITIVE_INFINITY, p95: Number.POSITIVE_INFINITY }
    const isGood = other.median <= one.median * (1 + mostSlower) + NOISE_MS
    const change = `${(100 * (other.median / one.median - 1)).toFixed(0)} %`
    const value = `${before.name} ${ms(one.median)} / ${ms(one.p95)} (${one.count}), ${after.name} ${ms(other.median)} / ${ms(other.p95)} (${other.count}), median ${change}`
    return { figure: `${name}, median / p95 (number)`, value, isGood }
  })
}
