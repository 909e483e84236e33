import { type FormEvent, useRef, useState } from 'react'
import { EMAIL_ADDRESS } from '#contracts/email-address.ts'
import type { PreChat } from '#contracts/tenant/widget-settings.ts'
import * as m from '#i18n/messages.js'
import { Button } from '#web/kit/button.tsx'
import { focusFirstError, TextField } from '#web/kit/field.tsx'
import { keepTypedContact, knownContact, rememberContact, typedContact } from '#web/portal/request/known-contact.ts'
import styles from './contact-form.module.css'
import { faultOf } from './open-conversation.ts'

/** What a business asks for that allows no anonymous chats. */
export const EVERYTHING: PreChat = { name: 'required', email: 'required' }

const FIELDS = /^(off|optional|required) (optional|required)$/

/** The form as unsaved settings of the desk would have it (`prechat`); null on every other page. */
export function previewedPreChat(): PreChat | null {
  const [, name, email] = FIELDS.exec(new URLSearchParams(location.search).get('prechat') ?? '') ?? []
  return name && email ? ({ name, email } as PreChat) : null
}

type Props = {
  slug: string
  asked: PreChat
  /** Why the last try failed. */
  error: unknown
  onGiven: () => void
}

/** Asks who writes before a chat. `onGiven`: what was entered is stored on this device; what was typed before is kept over a reload. */
export function ContactForm({ slug, asked, error, onGiven }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [contact, setContact] = useState(() => typedContact(slug) ?? knownContact(slug))
  const [errors, setErrors] = useState<{ name?: string; email?: string }>(() => wrongIn(error))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = checkContact(asked, contact)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return focusFirstError(form.current, wrong)
    rememberContact(slug, { name: contact.name.trim(), email: contact.email.trim() })
    keepTypedContact(slug, null)
    onGiven()
  }
  const text = (name: 'name' | 'email') => ({
    name,
    required: asked[name] === 'required',
    isOptional: asked[name] === 'optional',
    value: contact[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => {
      const typed = { ...contact, [name]: event.target.value }
      setContact(typed)
      keepTypedContact(slug, typed)
    },
  })
  const isAllRequired = asked.name === 'required' && asked.email === 'required'
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <p>{isAllRequired ? m.error_contact_required() : m.chat_contact_intro()}</p>
      {asked.name !== 'off' && (
        <TextField {...text('name')} label={m.portal_ticket_name()} autoComplete="name" maxLength={120} />
      )}
      <TextField {...text('email')} label={m.portal_ticket_email()} type="email" autoComplete="email" maxLength={254} />
      <Button type="submit" variant="primary">
        {m.portal_chat_start()}
      </Button>
    </form>
  )
}

function wrongIn(error: unknown): { name?: string; email?: string } {
  const [name, email] = [faultOf(error, 'name'), faultOf(error, 'email')]
  return { ...(name ? { name } : {}), ...(email ? { email } : {}) }
}

function checkContact(asked: PreChat, contact: { name: string; email: string }): { name?: string; email?: string } {
  const email = contact.email.trim()
  const isNameMissing = asked.name === 'required' && !contact.name.trim()
  const isEmailMissing = asked.email === 'required' && !email
  return {
    ...(isNameMissing ? { name: m.portal_ticket_name_missing() } : {}),
    ...(isEmailMissing ? { email: m.portal_ticket_email_missing() } : {}),
    ...(email && !EMAIL_ADDRESS.test(email) ? { email: m.portal_ticket_email_wrong() } : {}),
  }
}
