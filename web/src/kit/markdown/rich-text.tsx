import { lazy, Suspense } from 'react'
import type { RichTextProps } from './markdown.tsx'
import styles from './rich-text.module.css'

const load = () => import('./markdown.tsx').then((part) => ({ default: part.Markdown }))
const Markdown = lazy(load)

/** Fetches the Markdown part before it is needed. */
export function preloadMarkdown(): void {
  void load()
}

/** A text in Markdown. Until its reader has arrived the words stand there plainly, so nothing waits for it. */
export function RichText(props: RichTextProps) {
  return (
    <Suspense fallback={<div className={styles.plain}>{props.text}</div>}>
      <Markdown {...props} />
    </Suspense>
  )
}
