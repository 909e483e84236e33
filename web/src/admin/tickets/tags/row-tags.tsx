import * as m from '#i18n/messages.js'
import { useTagColours } from './tag-colours.ts'
import { TagDot } from './tag-dot.tsx'
import styles from './tags.module.css'

const SHOWN = 2

/** The first tags of a ticket in a row of the list, and how many more it has. */
export function RowTags({ tags }: { tags: readonly string[] }) {
  const colours = useTagColours()
  const more = tags.length - SHOWN
  return (
    <span className={styles.tags} title={tags.join(', ')}>
      <span className="visually-hidden">{m.ticket_row_tags()} </span>
      {tags.slice(0, SHOWN).map((tag) => (
        <span key={tag} className={styles.tag}>
          <TagDot colour={colours.get(tag)} />
          <span className={styles.name}>{tag}</span>
        </span>
      ))}
      {more > 0 && <span className={styles.more}>+{more}</span>}
    </span>
  )
}
