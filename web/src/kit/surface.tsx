import type { ComponentProps, ReactNode } from 'react'
import { classes } from '#web/lib/classes.ts'
import { initialsOf, tintOf } from '#web/lib/format.ts'
import styles from './surface.module.css'

/** A panel with a hairline. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={classes(styles.card, className)} />
}

export type Tone = 'open' | 'progress' | 'waiting' | 'resolved' | 'closed' | 'danger'

/** A label in its colour; the label alone has the meaning. */
export function Badge({ tone = 'closed', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classes(styles.badge, styles[tone])}>{children}</span>
}

const TINTS = 6

/** A person's initials on a steady colour; decorative, since the name is beside it. `size` in pixels. */
export function Avatar({ name, size = 32, src }: { name: string; size?: number; src?: string | null }) {
  return (
    <span
      className={classes(styles.avatar, styles[`tint${tintOf(name, TINTS)}`])}
      style={{ width: size, height: size, fontSize: Math.max(10, Math.round(size * 0.38)) }}
      aria-hidden="true"
    >
      {src ? <img src={src} alt="" width={size} height={size} /> : initialsOf(name)}
    </span>
  )
}

/** A grey placeholder while loading. `width` and `height` as CSS lengths. */
export function Skeleton({
  width = '100%',
  height = '1em',
  radius,
}: {
  width?: string
  height?: string
  radius?: string
}) {
  return <span className={styles.skeleton} style={{ width, height, borderRadius: radius }} aria-hidden="true" />
}

/** A thin moving line at the top of what is loading, in place of a spinner. */
export function ProgressLine({ label }: { label: string }) {
  return <span className={styles.line} role="progressbar" aria-label={label} />
}

type ChipProps = ComponentProps<'button'> & { icon?: ReactNode }

/** A small choice that acts at once: a quick reply, a filter. `aria-pressed` marks a chosen one. */
export function Chip({ icon, children, className, ...rest }: ChipProps) {
  return (
    <button type="button" {...rest} className={classes(styles.chip, className)}>
      {icon}
      {children}
    </button>
  )
}
