import { lazyPart } from '#web/kit/lazy-part.tsx'
import type { RichTextProps } from './markdown.tsx'
import styles from './rich-text.module.css'

const plain = ({ text }: RichTextProps) => <div className={styles.plain}>{text}</div>

/** A text in Markdown. Shown as plain text until the Markdown component is loaded, and where it cannot be. */
export const RichText = lazyPart(async () => (await import('./markdown.tsx')).Markdown, {
  waiting: plain,
  failed: plain,
})
