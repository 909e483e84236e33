import { lazy, Suspense } from 'react'
import type { RichTextProps } from './markdown.tsx'
import styles from './rich-text.module.css'

const load = () => import('./markdown.tsx').then((part) => ({ default: part.Markdown }))
const Markdown = lazy(load)

/** Loads the Markdown component before it is needed. */
export function preloadMarkdown(): void {
  // A failure is shown where the text is.
  void load().catch(() => undefined)
}

/** A text in Markdown. Shown as plain text until the Markdown component is loaded. */
export function RichText(props: RichTextProps) {
  return (
    <Suspense fallback={<div className={styles.plain}>{props.text}</div>}>
      <Markdown {...props} />
    </Suspense>
  )
}
