import type { ComponentProps, ReactNode } from 'react'
import { classes } from '#web/lib/classes.ts'
import styles from './button.module.css'

type Appearance = {
  /** `primary` once per view; `danger` for what destroys. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  /** `md` is 44 px high, for touch; `sm` 36 px. */
  size?: 'sm' | 'md'
  icon?: ReactNode
  isFullWidth?: boolean
}

function classesOf({ variant = 'secondary', size = 'md', isFullWidth }: Appearance, more?: string): string {
  return classes(styles.button, styles[variant], styles[size], isFullWidth && styles.full, more)
}

type ButtonProps = Omit<ComponentProps<'button'>, 'children'> &
  Appearance & {
    children: ReactNode
    /** While busy the button keeps its size and focus, ignores clicks and shows `busyLabel`. */
    isBusy?: boolean
    busyLabel?: string
  }

/** A button; `type` is "button" by default, so that it does not submit a form by accident. */
export function Button(props: ButtonProps) {
  const { variant, size, icon, isFullWidth, isBusy, busyLabel, className, children, onClick, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      className={classesOf({ variant, size, isFullWidth } as Appearance, className)}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
    >
      {icon}
      <span className={styles.label}>{isBusy && busyLabel ? busyLabel : children}</span>
      {isBusy && <span className={styles.busy} aria-hidden="true" />}
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink(props: ComponentProps<'a'> & Appearance & { children: ReactNode }) {
  const { variant, size, icon, isFullWidth, className, children, ...rest } = props
  return (
    <a {...rest} className={classesOf({ variant, size, isFullWidth } as Appearance, className)}>
      {icon}
      <span className={styles.label}>{children}</span>
    </a>
  )
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  /** What it does, for screen readers and as the hover title. */
  label: string
  children: ReactNode
  size?: 'sm' | 'md'
  variant?: 'quiet' | 'secondary' | 'primary'
}

/** A button that is only an icon; its label is required. */
export function IconButton({ label, size = 'md', variant = 'quiet', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...rest}
      className={classes(styles.button, styles.icon, styles[variant], styles[size], className)}
    />
  )
}
