import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { PortalAccount } from '#contracts/customer/guest-session.ts'
import type { ConversationId, TicketId } from '#contracts/ids.ts'
import type { PortalView } from '#contracts/tenant/portal.ts'
import type { FormPriority } from '#contracts/ticket/guest-ticket.ts'
import { getGuestTicket, submitTicket } from '#contracts/ticket/guest-ticket.ts'
import * as m from '#i18n/messages.js'
import { Button } from '#web/kit/button.tsx'
import { focusFirstError, Select, TextArea, TextField } from '#web/kit/field.tsx'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { CallError, call, newId } from '#web/lib/call.ts'
import { asGuest } from '#web/portal/guest-session.ts'
import { customerPriorityOptions, priorityOptions } from '#web/portal/labels.ts'
import { FormFields } from './form-fields.tsx'
import { rememberContact } from './known-contact.ts'
import {
  checkDraft,
  customersDraft,
  type DraftErrors,
  keepBegun,
  mayBeStored,
  readBegun,
  type TicketDraft,
  ticketFailure,
} from './ticket-draft.ts'
import styles from './ticket-form.module.css'

const Suggestions = lazyPart(async () => (await import('./suggestions.tsx')).Suggestions, { failed: () => null })

/** The errors of the business's own fields. */
const ownErrors = (errors: DraftErrors) =>
  Object.fromEntries(Object.entries(errors).filter(([path]) => path.startsWith('customFields.')))

type Props = {
  slug: string
  /** Initial values. */
  initial: TicketDraft
  /** The portal's topics, to choose from; none: the ticket has the category of all forms. */
  topics?: PortalView['topics']
  /** The customer who is signed in: the form does not ask who they are. */
  account?: PortalAccount | null | undefined
  /** The chat that the ticket continues. */
  conversationId?: ConversationId
  /** It is a page of its own: what is typed stays over a reload, and answers are suggested while typing. */
  isKept?: boolean
  onSubmitted: (ticketId: TicketId) => void
}

/** Name, email, topic, subject, priority, description. A failed submission keeps the input and shows why. */
export function TicketForm({ slug, initial, topics = [], account, conversationId, isKept, onSubmitted }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [begun] = useState(() => (isKept ? readBegun(slug) : null))
  const [typed, setDraft] = useState(begun?.draft ?? initial)
  const draft = account ? customersDraft(typed, account) : typed
  const [errors, setErrors] = useState<DraftErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [hasSuggestions, setSuggestions] = useState(isKept)
  const description = useRef<HTMLTextAreaElement>(null)
  const id = useRef(begun?.id ?? newId<TicketId>())
  const isSent = useRef(false)
  useEffect(() => {
    if (isKept && typed !== initial && !isSent.current) keepBegun(slug, { id: id.current, draft: typed })
  }, [slug, isKept, initial, typed])
  const change = (part: Partial<TicketDraft>) => {
    setDraft((known) => ({ ...known, ...part }))
    setErrors((known) =>
      Object.fromEntries(Object.entries(known).filter(([name]) => !((name.split('.')[0] ?? name) in part))),
    )
  }
  const refuse = (wrong: DraftErrors) => {
    setErrors(wrong)
    focusFirstError(form.current, wrong)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const wrong = checkDraft(draft)
    setFailure(null)
    if (Object.keys(wrong).length > 0) return refuse(wrong)
    setBusy(true)
    try {
      await send(slug, id.current, draft, conversationId)
      rememberContact(slug, draft)
      isSent.current = true
      if (isKept) keepBegun(slug, null)
      onSubmitted(id.current)
    } catch (error) {
      setFailure(ticketFailure(error, Boolean(account)))
      if (error instanceof CallError && error.code === 'invalid_input') refuse(error.fields)
    } finally {
      setBusy(false)
    }
  }
  const text = (name: 'name' | 'email' | 'subject') => ({
    name,
    required: true,
    value: draft[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      {!account && (
        <div className={styles.pair}>
          <TextField {...text('name')} label={m.portal_ticket_name()} autoComplete="name" maxLength={120} />
          <TextField
            {...text('email')}
            label={m.portal_ticket_email()}
            type="email"
            autoComplete="email"
            maxLength={254}
          />
        </div>
      )}
      {topics.length > 0 && (
        <Select
          name="category"
          label={m.portal_ticket_topic()}
          options={topicOptions(topics)}
          value={draft.category ?? ''}
          onChange={(event) => change({ category: event.target.value })}
        />
      )}
      <div className={styles.subject}>
        <TextField {...text('subject')} label={m.portal_ticket_subject()} maxLength={200} />
        <Select
          name="priority"
          label={m.portal_ticket_priority()}
          options={account ? customerPriorityOptions() : priorityOptions()}
          value={draft.priority}
          onChange={(event) => change({ priority: event.target.value as FormPriority })}
        />
      </div>
      <TextArea
        name="description"
        label={m.portal_ticket_description()}
        help={m.portal_ticket_description_help()}
        required
        ref={description}
        rows={5}
        maxLength={20_000}
        value={draft.description}
        error={errors.description}
        onChange={(event) => change({ description: event.target.value })}
      />
      {hasSuggestions && (
        <Suggestions
          slug={slug}
          text={`${draft.subject} ${draft.description}`}
          onDismiss={() => {
            // The button that has the focus goes away.
            description.current?.focus()
            setSuggestions(false)
          }}
        />
      )}
      <FormFields
        slug={slug}
        values={draft.customFields ?? {}}
        errors={ownErrors(errors)}
        onChange={(customFields) => change({ customFields })}
      />
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      <Button
        type="submit"
        variant="primary"
        isBusy={isBusy}
        busyLabel={m.portal_ticket_submitting()}
        className={styles.submit}
      >
        {m.portal_ticket_submit()}
      </Button>
    </form>
  )
}

/** One option for each category; the first topic of several with the same names it. */
const topicOptions = (topics: PortalView['topics']) => [
  { value: '', label: m.portal_ticket_topic_other() },
  ...topics
    .filter(({ category }, at) => topics.findIndex((one) => one.category === category) === at)
    .map(({ category, title }) => ({ value: category, label: title })),
]

/** Submits under one id. Where a reply was lost the ticket may be stored already: then it is read. */
async function send(slug: string, id: TicketId, draft: TicketDraft, conversationId?: ConversationId): Promise<void> {
  const body = { id, ...draft, ...(conversationId ? { conversationId } : {}) }
  try {
    await asGuest(slug, () => call(submitTicket, { params: { slug }, body }))
  } catch (error) {
    if (!mayBeStored(error)) throw error
    await call(getGuestTicket, { params: { slug, ticketId: id } }).catch(() => {
      throw error
    })
  }
}
