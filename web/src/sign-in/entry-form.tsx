import { IconAlertTriangle } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from '#web/kit/button.tsx'
import { focusFirstError } from '#web/kit/field.tsx'
import { CallError } from '#web/lib/call.ts'
import styles from './sign-in.module.css'

/** Texts of wrong fields by their names. */
export type Wrong = Record<string, string>

type Submission = {
  /** What is missing or wrong before anything is sent. */
  check: () => Wrong
  send: () => Promise<void>
  /** The text of a refusal that names no field. */
  refusalText: (error: unknown) => string
  /** The field that gets the focus after such a refusal. */
  refusedField: string
}

/** Sends a form once at a time. Wrong fields and refusals are shown and focused; what was typed stays. */
export function useEntryForm({ check, send, refusalText, refusedField }: Submission) {
  const [wrong, setWrong] = useState<Wrong>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const refuse = (fields: Wrong, text: string | null) => {
    setWrong(fields)
    setRefusal(text)
    // After React has rendered the errors, so that a screen reader reads the field with its error.
    requestAnimationFrame(() => focusFirstError(element.current, text ? { [refusedField]: text } : fields))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const missing = check()
    if (Object.keys(missing).length > 0) return refuse(missing, null)
    setBusy(true)
    setWrong({})
    setRefusal(null)
    try {
      await send()
    } catch (error) {
      const fields = error instanceof CallError ? error.fields : {}
      refuse(fields, Object.keys(fields).length > 0 ? null : refusalText(error))
    } finally {
      setBusy(false)
    }
  }
  return {
    element,
    wrong,
    refusal,
    isBusy,
    submit,
    /** The field was changed: its error is no longer true. */
    forget: (name: string) => setWrong(({ [name]: _, ...rest }) => rest),
    forgetRefusal: () => setRefusal(null),
  }
}

type EntryFormProps = {
  form: ReturnType<typeof useEntryForm>
  submitLabel: string
  busyLabel: string
  children: ReactNode
}

/** A form with its refusal above and its button below. */
export function EntryForm({ form, submitLabel, busyLabel, children }: EntryFormProps) {
  return (
    <form ref={form.element} className={styles.form} noValidate onSubmit={(event) => void form.submit(event)}>
      <div role="alert" className={form.refusal ? styles.refusal : undefined}>
        {form.refusal && (
          <>
            <IconAlertTriangle size={18} stroke={1.5} aria-hidden="true" />
            <span>{form.refusal}</span>
          </>
        )}
      </div>
      {children}
      <Button type="submit" variant="primary" isFullWidth isBusy={form.isBusy} busyLabel={busyLabel}>
        {submitLabel}
      </Button>
    </form>
  )
}
