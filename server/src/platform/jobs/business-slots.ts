/** Who a job is of: a business, or the platform itself. */
export type Holder = string

/** The name of what is of no business. */
export const PLATFORM: Holder = 'platform'

/** Whose job it is, by its data. */
export const holderOf = (data: unknown): Holder => (data as { tenantId?: string } | null)?.tenantId ?? PLATFORM

/** Of the slots of one business there are so many more for all others, at least one. */
const MORE_FOR_OTHERS = 0.25

export type BusinessSlots = {
  /** Takes a slot. */
  take(holder: Holder): void
  /** Gives it back; `isYielded`: it was yielded before. */
  release(holder: Holder, isYielded: boolean): void
  /** From here on the job only waits for another server. False where it must keep its slot. */
  yield(holder: Holder): boolean
  /** Whether a job of this holder may begin. */
  isFree(holder: Holder): boolean
  /** The holders that have all that one may have. */
  full(): Holder[]
  /** How many jobs may be fetched so that each of them may begin, whoever they are of, but for the full ones. */
  readonly room: number
  /** How many slots the holder has. */
  of(holder: Holder): number
}

type Count = { kept: number; yielded: number }

/**
 * The worker slots of a queue in one process. One business has as many as the queue is declared with, so that there are always some left for
 * others: a business whose jobs hang, or that has thousands, keeps nobody waiting.
 */
export function createBusinessSlots(ofOne: { concurrency: number; yieldedConcurrency: number }): BusinessSlots {
  const more = (count: number) => count + Math.ceil(count * MORE_FOR_OTHERS)
  const ofAll = { kept: more(ofOne.concurrency), yielded: more(ofOne.yieldedConcurrency) }
  const counts = new Map<Holder, Count>()
  const sum: Count = { kept: 0, yielded: 0 }
  const countOf = (holder: Holder): Count => counts.get(holder) ?? { kept: 0, yielded: 0 }
  const change = (holder: Holder, kept: number, yielded: number): void => {
    const before = countOf(holder)
    const after = { kept: before.kept + kept, yielded: before.yielded + yielded }
    if (after.kept + after.yielded === 0) counts.delete(holder)
    else counts.set(holder, after)
    sum.kept += kept
    sum.yielded += yielded
  }
  const isFull = ({ kept }: Count) => kept >= ofOne.concurrency
  return {
    take: (holder) => change(holder, 1, 0),
    release: (holder, isYielded) => (isYielded ? change(holder, 0, -1) : change(holder, -1, 0)),
    yield: (holder) => {
      if (sum.yielded >= ofAll.yielded || countOf(holder).yielded >= ofOne.yieldedConcurrency) return false
      change(holder, -1, 1)
      return true
    },
    isFree: (holder) => sum.kept < ofAll.kept && !isFull(countOf(holder)),
    full: () => [...counts].filter(([, count]) => isFull(count)).map(([holder]) => holder),
    get room() {
      const most = [...counts.values()].filter((count) => !isFull(count)).map(({ kept }) => kept)
      return Math.max(0, Math.min(ofAll.kept - sum.kept, ofOne.concurrency - Math.max(0, ...most)))
    },
    of: (holder) => countOf(holder).kept + countOf(holder).yielded,
  }
}
