import { type FormEvent, useRef, useState } from 'react'
import { EMAIL_ADDRESS } from '#contracts/email-address.ts'
import * as m from '#i18n/messages.js'
import { Button } from '#web/kit/button.tsx'
import { focusFirstError, TextField } from '#web/kit/field.tsx'
import { knownContact, rememberContact } from '#web/portal/request/known-contact.ts'
import styles from './contact-form.module.css'

/** Asks for name and e-mail, where the business allows no anonymous chats. `onGiven`: they are stored on this device. */
export function ContactForm({ slug, onGiven }: { slug: string; onGiven: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const [contact, setContact] = useState(() => knownContact(slug))
  const [errors, setErrors] = useState<{ name?: string; email?: string }>({})
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = {
      ...(contact.name.trim() ? {} : { name: m.portal_ticket_name_missing() }),
      ...(EMAIL_ADDRESS.test(contact.email.trim()) ? {} : { email: m.portal_ticket_email_wrong() }),
    }
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return focusFirstError(form.current, wrong)
    rememberContact(slug, contact)
    onGiven()
  }
  const text = (name: 'name' | 'email') => ({
    name,
    required: true,
    value: contact[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => setContact({ ...contact, [name]: event.target.value }),
  })
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <p>{m.error_contact_required()}</p>
      <TextField {...text('name')} label={m.portal_ticket_name()} autoComplete="name" maxLength={120} />
      <TextField {...text('email')} label={m.portal_ticket_email()} type="email" autoComplete="email" maxLength={254} />
      <Button type="submit" variant="primary">
        {m.portal_chat_start()}
      </Button>
    </form>
  )
}
