import { setTimeout as wait } from 'node:timers/promises'

type Waiting<Item, Result> = { item: Item; done(result: Promise<Result>): void }

/**
 * Gathers calls into batches: a call that comes alone runs at once, those that come while a batch runs share the next one. With
 * `gatherMs` each batch waits so long for more. `run` gives one result for each item, so that the failure of one does not fail the others.
 */
export function batched<Item, Result>(
  run: (items: Item[]) => Promise<Result>[],
  maxSize: number,
  gatherMs = 0,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  let isRunning = false
  const drain = async (): Promise<void> => {
    isRunning = true
    while (waiting.length > 0) {
      if (gatherMs > 0) await wait(gatherMs)
      const batch = waiting.slice(0, maxSize)
      waiting = waiting.slice(maxSize)
      const results = run(batch.map(({ item }) => item))
      for (const [at, { done }] of batch.entries()) done(results[at] as Promise<Result>)
      await Promise.allSettled(results)
    }
    isRunning = false
  }
  return (item) =>
    new Promise((done) => {
      waiting.push({ item, done })
      if (!isRunning) void drain()
    })
}

/** Runs a batch in one call for each key; every item gets the result of its key's call. */
export function byKey<Item, Result>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  run: (ofKey: Item[]) => Promise<(item: Item) => Result>,
): Promise<Result>[] {
  const calls = new Map([...Map.groupBy(items, keyOf)].map(([key, ofKey]) => [key, run(ofKey)]))
  return items.map(async (item) => (await (calls.get(keyOf(item)) as Promise<(item: Item) => Result>))(item))
}
