import { useRef, useState } from 'react'
import { EMAIL_ADDRESS } from '#contracts/email-address.ts'
import * as m from '#i18n/messages.js'
import { focusFirstError } from '#web/kit/field.tsx'

const EMPTY = { name: '', email: '', password: '', confirm: '', businessName: '', website: '' }
export type AccountValues = typeof EMPTY
export type AccountField = keyof AccountValues
export type Fault = { field: AccountField; text: string }

/** What a form requires, and its own words. */
export type Asked = {
  required: readonly AccountField[]
  missing?: () => string
  hasConfirm?: boolean
  shortPassword: () => string
}

const MIN_PASSWORD = 6
const WEB_ADDRESS = /^https?:\/\/[^\s/]+\S*$/i

/** The first fault of a form by the rules that need no server. */
export function faultOf(values: AccountValues, asked: Asked): Fault | null {
  const missing = asked.required.find((field) => !values[field].trim())
  if (missing) return { field: missing, text: (asked.missing ?? m.signup_error_fields)() }
  const has = (field: AccountField) => asked.required.includes(field)
  if (has('email') && !EMAIL_ADDRESS.test(values.email.trim().toLowerCase())) {
    return { field: 'email', text: m.signup_error_email_format() }
  }
  if (asked.hasConfirm && values.password !== values.confirm) {
    return { field: 'confirm', text: m.signup_error_passwords_differ() }
  }
  if (has('password') && values.password.length < MIN_PASSWORD) {
    return { field: 'password', text: asked.shortPassword() }
  }
  const website = values.website.trim()
  return website && !WEB_ADDRESS.test(website) ? { field: 'website', text: m.signup_error_website() } : null
}

/** The values of a sign-up form, with the field that is wrong. The input stays whatever happens. */
export function useAccountForm() {
  const [values, setValues] = useState(EMPTY)
  const [wrong, setWrong] = useState<Fault | null>(null)
  const element = useRef<HTMLFormElement>(null)
  return {
    element,
    values,
    /** True when the form may be sent; else the wrong field shows why and gets the focus. */
    check: (asked: Asked): boolean => {
      const fault = faultOf(values, asked)
      setWrong(fault)
      // After React has rendered the error, so that a screen reader reads the field with it.
      if (fault) requestAnimationFrame(() => focusFirstError(element.current, { [fault.field]: fault.text }))
      return fault === null
    },
    /** What a text field of the form needs. */
    field: (name: AccountField) => ({
      name,
      value: values[name],
      error: wrong?.field === name ? wrong.text : undefined,
      onChange: (event: { target: { value: string } }) => {
        setValues((now) => ({ ...now, [name]: event.target.value }))
        setWrong((now) => (now?.field === name ? null : now))
      },
    }),
  }
}
export type AccountForm = ReturnType<typeof useAccountForm>
