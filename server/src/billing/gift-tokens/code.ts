import { randomInt } from 'node:crypto'
import type { GiftTokenKind } from '#contracts/billing/gift-token.ts'

/** Without letters and digits that are mistaken for one another. */
const CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

const characters = (count: number): string =>
  Array.from({ length: count }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')

/** At least 40 random bits each; the route that checks codes is limited like the sign-in. */
const SHAPES: Record<GiftTokenKind, () => string> = {
  // The digits are random and not the time: who has one token of an hour must not know part of the others.
  single: () => `SG-LIFE-${String(randomInt(1_000_000)).padStart(6, '0')}-${characters(4)}`,
  batch: () => `SG-GIFT-${characters(10)}`,
  family: () => `SG-FAMILY-${characters(10)}`,
  test: () => `SG-TEST-${characters(10)}`,
}

/** A new code of this kind. */
export const newCode = (kind: GiftTokenKind): string => SHAPES[kind]()

/** A code as people type it, in the form it is stored in. */
export const normalizeCode = (typed: string): string => typed.trim().toUpperCase()
