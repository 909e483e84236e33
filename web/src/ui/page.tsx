import type { ReactNode } from 'react'
import { classes } from '#web/lib/classes.ts'
import styles from './page.module.css'
import { usePageMenu, useWindowTitle } from './page-menu.ts'

type PageProps = {
  title: string
  /** Beside the title: a count, a Sample badge. */
  aside?: ReactNode
  /** Buttons on the right, the main one last. Actions that a phone may omit go into `secondary`. */
  actions?: ReactNode
  /** Hidden under 480 px. */
  secondary?: ReactNode
  /** The content has the full height and scrolls inside (lists, threads). */
  isFilled?: boolean
  /** Limits forms and text to a readable width. */
  isNarrow?: boolean
  children: ReactNode
}

/** A page of the desk: a fixed header of 52 px, and the content below it. Also sets the window's title. */
export function Page({ title, aside, actions, secondary, isFilled, isNarrow, children }: PageProps) {
  const menu = usePageMenu()
  useWindowTitle(title)
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        {menu}
        <h1 className={styles.title}>{title}</h1>
        {aside}
        <div className={styles.actions}>
          {secondary && <div className={styles.secondary}>{secondary}</div>}
          {actions}
        </div>
      </header>
      <div className={classes(styles.body, isFilled && styles.filled, isNarrow && styles.narrow)}>{children}</div>
    </div>
  )
}
