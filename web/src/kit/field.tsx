import { type ComponentProps, type ReactNode, useId } from 'react'
import * as m from '#i18n/messages.js'
import { classes } from '#web/lib/classes.ts'
import styles from './field.module.css'

/** What every field has: a label above, help and error under it. */
export type FieldText = {
  label: string
  help?: ReactNode
  error?: string | undefined
  isOptional?: boolean
  /** Shows the label to screen readers only. */
  isLabelHidden?: boolean
}

type Wiring = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

/** Label, help and error wired to one control: `<Field label="…">{(wiring) => <input {...wiring} />}</Field>`. */
export function Field(props: FieldText & { id?: string | undefined; children: (wiring: Wiring) => ReactNode }) {
  const { label, help, error, isOptional, isLabelHidden, children } = props
  const own = useId()
  const id = props.id ?? own
  const notes = [error ? `${id}-error` : '', help ? `${id}-help` : ''].filter(Boolean).join(' ')
  const wiring: Wiring = { id }
  if (notes) wiring['aria-describedby'] = notes
  if (error) wiring['aria-invalid'] = true
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : styles.label}>
        {label}
        {isOptional && <span className={styles.optional}> ({m.common_optional()})</span>}
      </label>
      {children(wiring)}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
      {help && (
        <div id={`${id}-help`} className={styles.help}>
          {help}
        </div>
      )}
    </div>
  )
}

function split<P extends FieldText & { id?: string | undefined }>(props: P) {
  const { label, help, error, isOptional, isLabelHidden, id, ...control } = props
  return { text: { label, help, error, isOptional, isLabelHidden, id } as FieldText & { id?: string }, control }
}

/** One line of text. `end` sits inside the box on the right (show password, clear). */
export function TextField(props: FieldText & ComponentProps<'input'> & { end?: ReactNode }) {
  const { end, ...given } = props
  const { text, control } = split(given)
  return (
    <Field {...text}>
      {(wiring) => (
        <span className={styles.box}>
          <input
            type="text"
            {...control}
            {...wiring}
            className={classes(styles.control, end ? styles.withEnd : null, control.className)}
          />
          {end && <span className={styles.end}>{end}</span>}
        </span>
      )}
    </Field>
  )
}

/** Several lines; grows with its text where the browser can. */
export function TextArea(props: FieldText & ComponentProps<'textarea'>) {
  const { text, control } = split(props)
  return (
    <Field {...text}>
      {(wiring) => (
        <textarea
          rows={4}
          {...control}
          {...wiring}
          className={classes(styles.control, styles.area, control.className)}
        />
      )}
    </Field>
  )
}

/** A native select. */
export function Select(
  props: FieldText & ComponentProps<'select'> & { options: readonly { value: string; label: string }[] },
) {
  const { options, ...given } = props
  const { text, control } = split(given)
  return (
    <Field {...text}>
      {(wiring) => (
        <select {...control} {...wiring} className={classes(styles.control, styles.select, control.className)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** Focuses the first wrong field of a form after a refused save. Fields carry the contract's names. */
export function focusFirstError(form: HTMLFormElement | null, fields: Record<string, unknown>): void {
  if (!form) return
  const wrong = [...form.elements].find(
    (element) => element instanceof HTMLElement && fields[element.getAttribute('name') ?? ''] !== undefined,
  )
  if (wrong instanceof HTMLElement) wrong.focus()
}
