import { useId } from 'react'
import * as m from '#i18n/messages.js'
import styles from './brand.module.css'

/** The mark: two speech shapes, one colour passing into the other. Decorative beside the name, so hidden from screen readers. */
export function Mark({ size = 28 }: { size?: number }) {
  const passing = useId()
  return (
    <svg className={styles.mark} width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id={passing} x1="11" y1="12" x2="21" y2="20" gradientUnits="userSpaceOnUse">
          <stop offset="0" className={styles.from} />
          <stop offset="1" className={styles.to} />
        </linearGradient>
      </defs>
      <path
        className={styles.second}
        d="M20.5 9a9.5 9.5 0 0 1 9.5 9.5v7.9A1.6 1.6 0 0 1 28.4 28h-7.9a9.5 9.5 0 0 1 0-19Z"
      />
      <path
        className={styles.first}
        d="M11.5 4a9.5 9.5 0 0 1 0 19h-7.9A1.6 1.6 0 0 1 2 21.4v-7.9A9.5 9.5 0 0 1 11.5 4Z"
      />
      <path fill={`url(#${passing})`} d="M12.12 22.98A9.5 9.5 0 0 0 19.88 9.02A9.5 9.5 0 0 0 12.12 22.98Z" />
    </svg>
  )
}

/** Mark and name in lower case. `size` is the mark's edge in pixels; the name follows it. */
export function Wordmark({ size = 28 }: { size?: number }) {
  return (
    <span className={styles.wordmark} style={{ fontSize: size * 0.8, gap: size * 0.3 }}>
      <Mark size={size} />
      <span>{m.brand_wordmark()}</span>
    </span>
  )
}
