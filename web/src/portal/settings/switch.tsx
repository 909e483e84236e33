import { useId } from 'react'
import styles from './settings.module.css'

type Props = { label: string; help?: string | undefined; isOn: boolean; onChange: (isOn: boolean) => void }

/** On or off, with what it means. */
export function Switch({ label, help, isOn, onChange }: Props) {
  const id = useId()
  return (
    <label className={styles.switch}>
      <span>
        {label}
        {help && (
          <span id={id} className={styles.help}>
            {help}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        aria-label={label}
        aria-describedby={help ? id : undefined}
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}
