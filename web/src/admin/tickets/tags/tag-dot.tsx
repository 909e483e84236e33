import type { TagColour } from '#contracts/ticket/tag.ts'
import styles from './tags.module.css'

/** The colour of a tag, beside its name; grey without one. */
export const TagDot = ({ colour }: { colour: TagColour | null | undefined }) => (
  <span className={styles.dot} data-colour={colour ?? undefined} aria-hidden="true" />
)
