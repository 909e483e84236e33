import { useDebouncedCallback } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconChevronDown, IconSearch, IconX } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import * as m from '#i18n/messages.js'
import { Menu } from '#web/kit/menu.tsx'
import styles from './filters.module.css'
import { Keys } from './parts.tsx'

const SEARCH_MS = 250

type SearchFieldProps = {
  /** The current search text. */
  value: string
  onChange: (text: string) => void
  label: string
  placeholder: string
  clearLabel: string
  /** The shortcut that focuses it, shown while it is empty. */
  hint?: string
  fieldRef?: RefObject<HTMLInputElement | null>
  /** Esc in the empty field. */
  onLeave?: () => void
}

/** A search field; reports its text 250 ms after the last key. */
export function SearchField({
  value,
  onChange,
  label,
  placeholder,
  clearLabel,
  hint,
  fieldRef,
  onLeave,
}: SearchFieldProps) {
  const [text, setText] = useState(value)
  const search = useDebouncedCallback(onChange, { delay: SEARCH_MS, flushOnUnmount: true })
  useEffect(() => setText(value), [value])
  const change = (text: string) => {
    setText(text)
    search(text.trim())
  }
  return (
    <div className={styles.search}>
      <IconSearch size={16} stroke={1.5} aria-hidden="true" />
      <input
        ref={fieldRef}
        type="search"
        value={text}
        maxLength={200}
        placeholder={placeholder}
        aria-label={label}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          if (text) change('')
          else onLeave?.()
        }}
      />
      {text ? (
        <button type="button" className={styles.wipe} aria-label={clearLabel} onClick={() => change('')}>
          <IconX size={14} stroke={2} />
        </button>
      ) : (
        hint && (
          <span aria-hidden="true" className={styles.key}>
            <Keys keys={[hint]} />
          </span>
        )
      )}
    </div>
  )
}

/** Filters side by side. */
export function Choices({ children }: { children: ReactNode }) {
  return <div className={styles.choices}>{children}</div>
}

type ChoiceProps = {
  label: string
  value: string
  /** `hint`: at the end of the line. */
  options: { value: string; label: string; hint?: ReactNode }[]
  onChange: (value: string) => void
}

/** One filter: shows its name while it is `all`, else the chosen option. */
export function Choice({ label, value, options, onChange }: ChoiceProps) {
  const chosen = options.find((option) => option.value === value)
  const isOn = value !== 'all'
  return (
    <Menu
      label={label}
      button={(attributes) => (
        <button type="button" className={styles.choice} data-on={isOn || undefined} {...attributes}>
          {isOn && <span className="visually-hidden">{label}: </span>}
          {isOn ? (chosen?.label ?? label) : label}
          <IconChevronDown size={13} stroke={2} aria-hidden="true" />
        </button>
      )}
      items={options.map((option) => ({
        label: option.label,
        hint: option.hint,
        isChecked: option.value === value,
        onSelect: () => onChange(option.value),
      }))}
    />
  )
}

/** A button beside the search that opens all filters; `isOn` where one is set that has no choice of its own. */
export function MoreChoices({ label, isOn, onClick }: { label: string; isOn: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      className={styles.more}
      data-on={isOn || undefined}
      aria-haspopup="dialog"
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <IconAdjustmentsHorizontal size={14} stroke={1.75} aria-hidden="true" />
    </button>
  )
}

/** Removes all filters. */
export function ClearFilters({ onClear }: { onClear: () => void }) {
  return (
    <button
      type="button"
      className={styles.clear}
      aria-label={m.common_clear()}
      title={m.common_clear()}
      onClick={onClear}
    >
      <IconX size={14} stroke={2} aria-hidden="true" />
    </button>
  )
}
