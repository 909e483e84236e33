import type { Holder } from './business-slots.ts'

/** A queue's jobs of one business have places in its order that are so far apart. */
const APART_SECONDS = 1
/** Priorities are seconds before this moment, so that they fit the queue's integers until 2088. */
const EPOCH_SECONDS = Date.UTC(2020, 0, 1) / 1000
/** So many businesses with a place ahead are kept; beyond that those whose place is reached are forgotten. */
const KEPT = 10_000

/** Of whom a job is, in which queue, and from which moment (ms). */
type Queued = { queue: string; holder: Holder; from: number }

export type TurnOrder = {
  /** The priority that a job gets; the queue gives out the highest first. */
  place(queued: Queued): number
  /** The priority of a job that is queued now by a business with no other. */
  priorityNow(): number
}

const priorityAt = (seconds: number): number => -Math.ceil(seconds - EPOCH_SECONDS)

/**
 * The order of jobs in which businesses take turns, kept as a priority: the n-th job that a business queues at once stands where a job of
 * n seconds later stands. So whoever comes with one job is before the rest of a flood, whatever its length, and the queue's own index
 * gives them out. It is an order only, and nothing waits while a slot is free, but for one case: beside a business that has all its slots, the jobs
 * of others are looked for up to a minute ahead (worker-fetching.ts).
 */
export function createTurnOrder(now: () => number = Date.now): TurnOrder {
  const places = new Map<string, number>()
  const forgetReached = (): void => {
    const seconds = now() / 1000
    for (const [key, place] of places) if (place <= seconds) places.delete(key)
  }
  return {
    place: ({ queue, holder, from }) => {
      const seconds = Math.max(from, now()) / 1000
      const key = `${queue} ${holder}`
      const place = Math.max(places.get(key) ?? 0, seconds)
      places.set(key, place + APART_SECONDS)
      if (places.size > KEPT) forgetReached()
      return priorityAt(place)
    },
    priorityNow: () => priorityAt(now() / 1000),
  }
}

/** A job that waited so long is reported, where its business had so many before it. */
const LONG_SECONDS = 30

/** Whether a job that is fetched now waited long because of the others of its business, and not because all do. */
export function waitedForItsOwn(
  { priority, startAfter }: { priority: number; startAfter: Date },
  now = Date.now(),
): boolean {
  const seconds = startAfter.getTime() / 1000
  return now / 1000 - seconds > LONG_SECONDS && EPOCH_SECONDS - priority - seconds > LONG_SECONDS
}
