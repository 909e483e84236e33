/** A position in PostgreSQL's log of changes (WAL), of which later ones are greater. */
export type WalPosition = bigint

/** Reads PostgreSQL's notation, `16/B374D848`. */
export function walPosition(text: string): WalPosition {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** Some minutes of them. */
const MOST_KEPT = 1000

/** Positions of the primary over time, by the clock of this process. */
export function createPositions() {
  const known: { askedAt: number; position: WalPosition }[] = []
  return {
    /** `askedAt`: before the primary was asked. Everything that it had acknowledged by then ends at this position or before it. */
    add(askedAt: number, position: WalPosition): void {
      known.push({ askedAt, position })
      if (known.length > MOST_KEPT) known.shift()
    },
    /** Who has replayed up to it has everything that was acknowledged until then; null while no position is known that is so new. */
    holding(at: number): WalPosition | null {
      let found: WalPosition | null = null
      for (let n = known.length - 1; n >= 0; n -= 1) {
        const one = known[n]
        if (!one || one.askedAt < at) break
        found = one.position
      }
      return found
    },
    /** The latest time of which everything is surely replayed up to that position; null: before all that is known. */
    heldAt: (replayed: WalPosition): number | null =>
      known.findLast(({ position }) => position <= replayed)?.askedAt ?? null,
  }
}
