import { IconPlus, IconX } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { MAX_COPIES } from '#contracts/conversation/message.ts'
import type { TicketId } from '#contracts/ids.ts'
import { type CopyRefusal, listCopies } from '#contracts/inbound-mail/inbound-mail.ts'
import * as m from '#i18n/messages.js'
import { call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import styles from './copies.module.css'
import { type CopiesState, shownPerson } from './use-copies.ts'

type CopiesProps = { copies: CopiesState; onChange: (cc: readonly string[]) => void }

/** Who gets a copy of the reply: each can be taken out, and an address can be added. */
export function Copies({ copies, onChange }: CopiesProps) {
  const { people, cc } = copies
  const [isAdding, setAdding] = useState(false)
  return (
    <section className={styles.copies} aria-label={m.composer_copies()}>
      {cc.length > 0 && (
        <ul className={styles.people}>
          {cc.map((address) => (
            <li key={address} className={styles.person}>
              <span className={styles.name}>{shownPerson(people, address)}</span>
              <button
                type="button"
                className={styles.remove}
                aria-label={m.composer_copy_remove({ person: shownPerson(people, address) })}
                onClick={() => onChange(cc.filter((other) => other !== address))}
              >
                <IconX size={14} stroke={2} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isAdding ? (
        <AddressField
          copies={copies}
          onAdd={(address) => onChange([...cc, address])}
          onClose={() => setAdding(false)}
        />
      ) : (
        <button type="button" className={styles.add} onClick={() => setAdding(true)}>
          <IconPlus size={14} stroke={2} aria-hidden="true" />
          {m.composer_copy_add()}
        </button>
      )}
    </section>
  )
}

const refusals: Record<CopyRefusal, (inputs: { email: string }) => string> = {
  customer: m.composer_copy_refused_customer,
  own: m.composer_copy_refused_own,
  blocked: m.composer_copy_refused_blocked,
  returned: m.composer_copy_refused_returned,
}

type AddressProps = { copies: CopiesState; onAdd: (address: string) => void; onClose: () => void }

/** An address of a person of the ticket, or any other one; the server says whether it may get a copy. */
function AddressField({ copies, onAdd, onClose }: AddressProps) {
  const { ticketId, people, cc, isPending, setPending } = copies
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [list, said] = [useId(), useId()]
  const change = (next: string) => {
    setText(next)
    setProblem(null)
    setPending(next.trim() !== '')
  }
  const leave = useEffectEvent(() => setPending(false))
  useEffect(() => () => leave(), [])
  const add = async () => {
    const address = text.trim().toLowerCase()
    if (address === '') return onClose()
    if (cc.length >= MAX_COPIES) return setProblem(m.composer_copy_too_many({ max: MAX_COPIES }))
    if (cc.includes(address)) return change('')
    try {
      const params = { ticketId: ticketId as TicketId }
      const { refusal } = await call(listCopies, { params, query: { address } })
      if (refusal) return setProblem(refusals[refusal]({ email: address }))
      onAdd(address)
      change('')
    } catch (error) {
      setProblem(failureText(error))
    }
  }
  return (
    <>
      <input
        // biome-ignore lint/a11y/noAutofocus: it replaces the button that was just pressed
        autoFocus
        type="email"
        className={styles.field}
        value={text}
        maxLength={254}
        list={list}
        aria-label={m.composer_copy_address()}
        aria-describedby={said}
        aria-invalid={problem !== null}
        placeholder={m.composer_copy_placeholder()}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          if (event.key === 'Enter') void add()
          else onClose()
        }}
      />
      <datalist id={list}>
        {people
          .filter(({ address }) => !cc.includes(address))
          .map(({ address }) => (
            <option key={address} value={address}>
              {shownPerson(people, address)}
            </option>
          ))}
      </datalist>
      <p id={said} className={problem ? styles.problem : styles.hint} role={problem ? 'alert' : undefined}>
        {problem ?? (isPending ? m.composer_copy_pending() : '')}
      </p>
    </>
  )
}
