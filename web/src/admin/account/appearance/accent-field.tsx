import { TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { contrast, isHexColor } from '#contracts/tenant/accent.ts'
import * as m from '#i18n/messages.js'
import styles from './appearance.module.css'

/** Segue's own colour, which is also what no choice shows. */
export const OWN_COLOUR = '#38beba'

const SWATCHES: readonly { value: string; label: () => string }[] = [
  { value: OWN_COLOUR, label: m.account_colour_teal },
  { value: '#2f7de1', label: m.account_colour_blue },
  { value: '#6d5ae6', label: m.account_colour_violet },
  { value: '#d6409f', label: m.account_colour_pink },
  { value: '#e5484d', label: m.account_colour_red },
  { value: '#e8830c', label: m.account_colour_orange },
  { value: '#4c9a2a', label: m.account_colour_green },
  { value: '#64748b', label: m.account_colour_slate },
]

/** Least contrast of text on its background (WCAG 2.2 AA). */
const READABLE = 4.5

const asColor = (text: string) => (text.startsWith('#') ? text : `#${text}`)

type Props = { value: string; onChange: (color: string) => void }

/** The accent colour: one of eight, or any other. A colour is used darker or lighter where texts would not be readable in it. */
export function AccentField({ value, onChange }: Props) {
  // What is being typed stays while an earlier colour is stored, or another device chooses one.
  const [typed, setTyped] = useState<string | null>(null)
  const isWrong = typed !== null && !isHexColor(asColor(typed))
  const type = (text: string) => {
    setTyped(text)
    if (isHexColor(asColor(text))) onChange(asColor(text).toLowerCase())
  }
  const choose = (color: string) => {
    setTyped(null)
    onChange(color)
  }
  const isAdjusted = contrast(value, '#ffffff') < READABLE
  return (
    <div className={styles.accent}>
      <fieldset className={styles.swatches}>
        <legend className={styles.label}>{m.account_colour()}</legend>
        {SWATCHES.map((swatch) => (
          <label
            key={swatch.value}
            className={styles.swatch}
            style={{ background: swatch.value }}
            title={swatch.label()}
          >
            <input
              type="radio"
              name="accent-colour"
              className="visually-hidden"
              aria-label={swatch.label()}
              checked={value === swatch.value}
              onChange={() => choose(swatch.value)}
            />
            {value === swatch.value && <IconCheck size={16} stroke={2.5} aria-hidden="true" />}
          </label>
        ))}
      </fieldset>
      <div className={styles.custom}>
        <input
          type="color"
          aria-label={m.account_colour_pick()}
          value={value}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        <TextInput
          label={m.account_colour_hex()}
          maxLength={7}
          spellCheck={false}
          autoComplete="off"
          value={typed ?? value}
          error={isWrong ? m.account_colour_wrong() : undefined}
          onChange={(event) => type(event.currentTarget.value.trim())}
          onBlur={() => !isWrong && setTyped(null)}
        />
      </div>
      <p className={styles.help} role="status">
        {isAdjusted ? m.account_colour_adjusted() : m.account_colour_readable()}
      </p>
    </div>
  )
}
