import type { Language } from '#contracts/languages.ts'
import type { FormFieldView } from '#contracts/ticket/guest-ticket.ts'
import * as m from '#i18n/messages.js'
import { escapeHtml } from '#server/platform/text/text.ts'

/** The form as it was sent: what is in its fields, and why it was refused, by field. */
export type Filled = { key: string; values: Record<string, string>; faults: Record<string, string>; problem: string }

/** The form: the four fields of every ticket, and those of the business without which a request is refused. */
export function formHtml(own: readonly FormFieldView[], filled: Filled, locale: Language): string {
  const { key, problem } = filled
  const field = fieldOf(filled)
  return [
    problem ? `<p role="alert">${escapeHtml(problem)}</p>` : `<p>${escapeHtml(m.plain_form_intro({}, { locale }))}</p>`,
    '<form method="post" novalidate>',
    `<input type="hidden" name="key" value="${escapeHtml(key)}">`,
    field('name', m.portal_ticket_name({}, { locale }), { type: 'text', autocomplete: 'name', maxlength: '120' }),
    field('email', m.portal_ticket_email({}, { locale }), { type: 'email', autocomplete: 'email', maxlength: '254' }),
    field('subject', m.portal_ticket_subject({}, { locale }), { type: 'text', maxlength: '200' }),
    ...own.map((one) => ownFieldOf(field, one, locale)),
    field('description', m.portal_ticket_description({}, { locale }), { maxlength: '20000', rows: '8' }, 'textarea'),
    `<button>${escapeHtml(m.portal_ticket_submit({}, { locale }))}</button></form>`,
  ].join('')
}

type Control = 'input' | 'textarea' | readonly { value: string; label: string }[]
type Field = (name: string, label: string, attributes: Record<string, string>, control?: Control) => string

const fieldOf =
  ({ values, faults }: Filled): Field =>
  (name, label, attributes, control = 'input') => {
    const fault = faults[name]
    const value = values[name] ?? ''
    const wiring = fault ? { 'aria-invalid': 'true', 'aria-describedby': `fault-${name}` } : {}
    const written = Object.entries({ id: name, name, required: '', ...attributes, ...wiring })
      .map(([key, given]) => ` ${key}="${escapeHtml(given)}"`)
      .join('')
    const shown = fault ? `<p class="fault" id="fault-${escapeHtml(name)}">${escapeHtml(fault)}</p>` : ''
    return `<label for="${escapeHtml(name)}">${escapeHtml(label)}</label>${controlHtml(control, written, value)}${shown}`
  }

function controlHtml(control: Control, written: string, value: string): string {
  if (control === 'input') return `<input${written} value="${escapeHtml(value)}">`
  if (control === 'textarea') return `<textarea${written}>\n${escapeHtml(value)}</textarea>`
  const options = control.map(
    (one) =>
      `<option value="${escapeHtml(one.value)}"${one.value === value ? ' selected' : ''}>${escapeHtml(one.label)}</option>`,
  )
  return `<select${written}><option value=""></option>${options.join('')}</select>`
}

function ownFieldOf(field: Field, { id, name, type, options }: FormFieldView, locale: Language): string {
  const key = `customFields.${id}`
  if (type === 'choice' || type === 'choices')
    return field(
      key,
      name,
      {},
      options.map((one) => ({ value: one, label: one })),
    )
  if (type === 'yes_no')
    return field(key, name, {}, [
      { value: 'true', label: m.field_yes({}, { locale }) },
      { value: 'false', label: m.field_no({}, { locale }) },
    ])
  if (type === 'long_text') return field(key, name, { rows: '4' }, 'textarea')
  return field(key, name, {
    type: { number: 'number', date: 'date', link: 'url', text: 'text' }[type],
    ...(type === 'number' && { step: 'any' }),
  })
}
