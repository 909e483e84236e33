import { proveBusFaults } from './bus/faults.ts'
import { proveCommits } from './commits.ts'
import { proveFailover } from './failover.ts'
import { proveFairness } from './fairness.ts'
import { proveFaults } from './faults.ts'
import { proveOutside } from './outside.ts'
import { provePatroni } from './patroni.ts'
import { provePooler } from './pooler.ts'
import { proveReplica } from './replica/replica.ts'
import { proveSearch } from './search.ts'
import { proveSize } from './size.ts'
import { proveStreams } from './streams.ts'
import { proveUpgrade } from './upgrade.ts'

export type Proved = { figure: string; value: string; isGood: boolean }
export type Scale = {
  seconds: number
  clients: number
  /** The commit that an upgrade begins with; the one before the newest migration without it. */
  before?: string | undefined
  print(text: string): void
}
type Part = { name: string; prove(scale: Scale): Promise<Proved[]> | AsyncIterable<Proved> }

/** The parts of the proof, in their order. Each starts what it needs on this machine and leaves nothing behind. */
export const PARTS: readonly Part[] = [
  { name: 'pooler', prove: provePooler },
  { name: 'failover', prove: proveFailover },
  { name: 'patroni', prove: provePatroni },
  { name: 'upgrade', prove: proveUpgrade },
  { name: 'faults', prove: proveFaults },
  { name: 'outside', prove: proveOutside },
  { name: 'bus', prove: proveBusFaults },
  { name: 'fairness', prove: proveFairness },
  { name: 'replica', prove: proveReplica },
  { name: 'commits', prove: proveCommits },
  { name: 'streams', prove: proveStreams },
  { name: 'search', prove: proveSearch },
  { name: 'size', prove: proveSize },
]
