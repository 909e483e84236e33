import { useId, useRef, useState } from 'react'
import styles from './properties.module.css'

type InlineFieldProps = {
  label: string
  initial: string
  maxLength: number
  suggestions: readonly string[]
  /** Gets the new text by Enter or blur; null by Esc. */
  onDone: (text: string | null) => void
}

/** A value that is edited in place. */
export function InlineField({ label, initial, maxLength, suggestions, onDone }: InlineFieldProps) {
  const [text, setText] = useState(initial)
  const list = useId()
  const isDone = useRef(false)
  const done = (value: string | null) => {
    if (isDone.current) return
    isDone.current = true
    onDone(value)
  }
  return (
    <>
      <input
        // biome-ignore lint/a11y/noAutofocus: it replaces the button that was just pressed
        autoFocus
        className={styles.inline}
        value={text}
        maxLength={maxLength}
        aria-label={label}
        placeholder={label}
        list={suggestions.length > 0 ? list : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => done(text.trim())}
        onKeyDown={(event) => {
          if (event.key === 'Enter') done(text.trim())
          if (event.key !== 'Escape') return
          event.stopPropagation()
          done(null)
        }}
      />
      {suggestions.length > 0 && (
        <datalist id={list}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </>
  )
}
