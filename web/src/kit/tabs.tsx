import { type KeyboardEvent, type ReactNode, useId } from 'react'
import styles from './tabs.module.css'

type Tab<Value extends string> = { value: Value; label: string; icon?: ReactNode; badge?: ReactNode }

const steps = new Map<string, (at: number, count: number) => number>([
  ['ArrowRight', (at) => at + 1],
  ['ArrowLeft', (at) => at - 1],
  ['Home', () => 0],
  ['End', (_, count) => count - 1],
])

type TabsProps<Value extends string> = {
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** Content of the selected tab. */
  children: ReactNode
}

/** Tabs by the ARIA pattern: arrow keys, Home and End move, one stop for the Tab key, the panel is named by its tab. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, children }: TabsProps<Value>) {
  const id = useId()
  const move = (event: KeyboardEvent) => {
    const step = steps.get(event.key)
    if (!step) return
    event.preventDefault()
    const next =
      tabs[
        (step(
          tabs.findIndex((tab) => tab.value === value),
          tabs.length,
        ) +
          tabs.length) %
          tabs.length
      ]
    if (!next) return
    onChange(next.value)
    document.getElementById(`${id}-${next.value}`)?.focus()
  }
  return (
    <>
      <div className={styles.list} role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            id={`${id}-${tab.value}`}
            type="button"
            role="tab"
            className={styles.tab}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
          >
            {tab.icon}
            {tab.label}
            {tab.badge}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  )
}

/** A choice among two to four labels, as one control. */
export function Segments<Value extends string>(props: Omit<TabsProps<Value>, 'children'>) {
  const { label, tabs, value, onChange } = props
  const name = useId()
  return (
    <fieldset className={styles.segments}>
      <legend className="visually-hidden">{label}</legend>
      {tabs.map((tab) => (
        <label key={tab.value} className={styles.segment}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            value={tab.value}
            checked={tab.value === value}
            onChange={() => onChange(tab.value)}
          />
          {tab.icon}
          {tab.label}
        </label>
      ))}
    </fieldset>
  )
}
