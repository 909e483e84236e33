import { diffWordsWithSpace } from 'diff'

/** A piece of a comparison: in both texts, only in the later one, or only in the earlier one. */
export type Piece = { kind: 'same' | 'added' | 'removed'; text: string }

/** Two texts with hardly a word in common are not compared longer than this. */
const LONGEST_MS = 400

/** What changed from one text to another, word by word. Texts that are too different are shown as one replaced by the other. */
export function compareWords(before: string, after: string): Piece[] {
  const changes = diffWordsWithSpace(before, after, { timeout: LONGEST_MS })
  if (!changes) {
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ]
  }
  return changes.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }))
}
