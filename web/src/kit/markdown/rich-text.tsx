import { lazy, Suspense } from 'react'
import type { RichTextProps } from './markdown.tsx'
import styles from './rich-text.module.css'

const load = () => import('./markdown.tsx').then((part) => ({ default: part.Markdown }))
const Markdown = lazy(load)

/** Loads the Markdown component before it is needed. */
export function preloadMarkdown(): void {
  void load()
}

/** A text in Markdown. Shown as plain text until the Markdown component is loaded. */
export function RichText(props: RichTextProps) {
  return (
    <Suspense fallback={<div className={styles.plain}>{props.text}</div>}>
      <Markdown {...props} />
    </Suspense>
  )
}
