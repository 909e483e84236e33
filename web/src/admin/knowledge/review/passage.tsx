import { Fragment } from 'react'
import type { ConflictSide } from '#contracts/quality/knowledge-review.ts'
import styles from './review.module.css'

type Piece = { at: number; text: string; differs: boolean }

/** The pieces of a sentence, those that differ and those between them. */
function piecesOf({ passage, sentence, differs }: ConflictSide): Piece[] {
  const pieces: Piece[] = []
  let at = sentence.start
  const add = (end: number, isDifferent: boolean) => {
    if (end > at) pieces.push({ at, text: passage.slice(at, end), differs: isDifferent })
    at = Math.max(at, end)
  }
  for (const { start, end } of [...differs].sort((a, b) => a.start - b.start)) {
    add(Math.min(start, sentence.end), false)
    add(Math.min(end, sentence.end), true)
  }
  add(sentence.end, false)
  return pieces
}

/** A passage: its sentence stands out, and in that what differs is marked. */
export function Passage({ side }: { side: ConflictSide }) {
  return (
    <p className={styles.passage}>
      {side.passage.slice(0, side.sentence.start)}
      <span className={styles.sentence}>
        {piecesOf(side).map(({ at, text, differs }) =>
          differs ? (
            <mark key={at} className={styles.differs}>
              {text}
            </mark>
          ) : (
            <Fragment key={at}>{text}</Fragment>
          ),
        )}
      </span>
      {side.passage.slice(side.sentence.end)}
    </p>
  )
}
