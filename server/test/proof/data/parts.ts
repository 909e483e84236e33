import type { Platform } from '#server/platform/platform.ts'
import { proveErasures } from './erasures.ts'
import { proveImport } from './import.ts'
import { proveKnowledgeReview } from './knowledge-review.ts'
import { proveRoundTrip } from './round-trip.ts'

export type Proving = { platform: Platform; ownerUrl: string; dataDir: string; tickets: number; erasures: number }
export type Proved = { figure: string; value: string; isGood: boolean }
export type Part = { name: string; prove: (given: Proving) => Promise<Proved[]> }

/** The parts of the proof, in their order. */
export const PARTS: readonly Part[] = [
  { name: 'round-trip', prove: proveRoundTrip },
  { name: 'erasures', prove: proveErasures },
  { name: 'radar', prove: proveKnowledgeReview },
  // Its server is a process of its own, whose memory is measured.
  { name: 'import', prove: proveImport },
]
