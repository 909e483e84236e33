import { proveBusFaults } from './bus/faults.ts'
import { proveFailover } from './failover.ts'
import { provePooler } from './pooler.ts'

export type Proved = { figure: string; value: string; isGood: boolean }
export type Scale = { seconds: number; clients: number; print(text: string): void }
type Part = { name: string; prove(scale: Scale): Promise<Proved[]> | AsyncIterable<Proved> }

/** The parts of the proof, in their order. Each starts what it needs on this machine and leaves nothing behind. */
export const PARTS: readonly Part[] = [
  { name: 'pooler', prove: provePooler },
  { name: 'failover', prove: proveFailover },
  { name: 'bus', prove: proveBusFaults },
]
