import { lazyPart } from '#web/kit/lazy-part.tsx'
import type { RichTextProps } from './markdown.tsx'
import styles from './rich-text.module.css'

const plain = ({ text }: RichTextProps) => <div className={styles.plain}>{text}</div>

const LoadedText = lazyPart(async () => (await import('./markdown.tsx')).Markdown, { waiting: plain, failed: plain })

/** A character that marks something up, an address, a second line, or what begins a list or a rule. */
const MARKUP = /[\\`*_~<>[\]#|&@\n\t]|:\/\/|www\.|^\s*(?:[-+=]|\d+[.)])/i

/** Whether Markdown would show a text as it stands. */
export const isPlainText = (text: string): boolean => !MARKUP.test(text)

/**
 * A text in Markdown. Shown as plain text until the Markdown component is loaded, and where it cannot be. A message without any markup does
 * without it: on a slow phone the first text takes it some hundred milliseconds.
 */
export const RichText = Object.assign(
  (props: RichTextProps) =>
    !props.isPage && !props.marks && isPlainText(props.text) ? plain(props) : <LoadedText {...props} />,
  { preload: LoadedText.preload },
)
