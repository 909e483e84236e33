/** Another business counts as being there for so long after its last turn: it is likely to come again. */
const THERE_MS = 1000

/** Who is of no business that is known: they share turns, and keep nobody from having all. */
export const UNKNOWN = 'unknown'

type Limits = {
  /** Turns that all of them have at once. */
  atOnce: number
  /** Of these, what one business has at once while others are there. Alone it has all. */
  ofOne: number
  /** Who waits longer gets `TurnLateError`. */
  waitMs: number
  now?: () => number
}

/** A turn did not come in time. `isOverShare`: because the business has more work than its share, not because nothing moves. */
export class TurnLateError extends Error {
  readonly isOverShare: boolean
  constructor(isOverShare: boolean) {
    super('the turn did not come in time')
    this.name = 'TurnLateError'
    this.isOverShare = isOverShare
  }
}

export type TenantTurns = {
  /** Resolves when it is the turn of a business, named by its id; the function it gives ends the turn. Rejects with TurnLateError. */
  take(who: string): Promise<() => void>
  /** How many wait, and how many of them only because their business has its share already. */
  readonly waiting: { all: number; overShare: number }
}

type Waiting = { begin(end: () => void): void; timer: NodeJS.Timeout }
type Line = { taken: number; waiting: Waiting[] }

/**
 * Turns that businesses share: who has fewest goes first, and none may have more than its share while others are there. A business
 * alone is not limited, so that nothing stands idle for want of others.
 */
export function createTenantTurns({ atOnce, ofOne, waitMs, now = () => performance.now() }: Limits): TenantTurns {
  const lines = new Map<string, Line>()
  const others = createPresence(now)
  let taken = 0
  const areOthersThere = (id: string): boolean => {
    const known = lines.size - (lines.has(UNKNOWN) ? 1 : 0)
    return known > (id === UNKNOWN ? 0 : 1) || others.areThereBeside(id)
  }
  const isOverShare = (id: string, line: Line): boolean => line.taken >= ofOne && areOthersThere(id)
  const mayBegin = (id: string, line: Line): boolean => taken < atOnce && !isOverShare(id, line)
  const begin = (id: string, line: Line): (() => void) => {
    line.taken += 1
    taken += 1
    let hasEnded = false
    return () => {
      if (hasEnded) return
      hasEnded = true
      line.taken -= 1
      taken -= 1
      if (line.taken === 0 && line.waiting.length === 0) lines.delete(id)
      beginNext()
    }
  }
  const beginNext = (): void => {
    while (taken < atOnce) {
      let next: [string, Line] | undefined
      for (const entry of lines) {
        const [id, line] = entry
        if (line.waiting.length === 0 || !mayBegin(id, line)) continue
        if (!next || line.taken < next[1].taken) next = entry
      }
      const first = next?.[1].waiting.shift()
      if (!next || !first) return
      const [id, line] = next
      // The order of the map is the order of their last turns.
      lines.delete(id)
      lines.set(id, line)
      clearTimeout(first.timer)
      first.begin(begin(id, line))
    }
  }
  const beginLater = later(THERE_MS, () => {
    beginNext()
    if (taken < atOnce && lines.values().some(({ waiting }) => waiting.length > 0)) beginLater()
  })
  return {
    take: async (id) => {
      others.note(id)
      const line = lines.get(id) ?? { taken: 0, waiting: [] }
      lines.set(id, line)
      if (line.waiting.length === 0 && mayBegin(id, line)) return begin(id, line)
      return new Promise((resolve, reject) => {
        const leave = () => {
          line.waiting.splice(line.waiting.indexOf(one), 1)
          const late = new TurnLateError(isOverShare(id, line))
          if (line.taken === 0 && line.waiting.length === 0) lines.delete(id)
          reject(late)
        }
        const one = { begin: resolve, timer: setTimeout(leave, waitMs) }
        line.waiting.push(one)
        // Others that were there are gone later, without a turn that ends then.
        if (taken < atOnce) beginLater()
      })
    },
    get waiting() {
      let [all, overShare] = [0, 0]
      for (const [id, line] of lines) {
        all += line.waiting.length
        if (isOverShare(id, line)) overShare += line.waiting.length
      }
      return { all, overShare }
    },
  }
}

/** What it gives runs it so much later, once however often it is called meanwhile. */
function later(ms: number, run: () => void): () => void {
  let isPlanned = false
  return () => {
    if (isPlanned) return
    isPlanned = true
    setTimeout(() => {
      isPlanned = false
      run()
    }, ms).unref()
  }
}

/** Whether a business beside a given one was there of late: the last two that were differ. */
function createPresence(now: () => number) {
  let last: { id: string; at: number } | undefined
  let before: { id: string; at: number } | undefined
  return {
    note: (id: string): void => {
      if (id === UNKNOWN) return
      if (last && last.id !== id) before = last
      last = { id, at: now() }
    },
    areThereBeside: (id: string): boolean => {
      const other = last?.id === id ? before : last
      return other !== undefined && other.id !== id && now() - other.at < THERE_MS
    },
  }
}
