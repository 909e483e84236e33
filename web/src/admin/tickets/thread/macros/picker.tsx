import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useImperativeHandle, useState } from 'react'
import type { MacroId } from '#contracts/ids.ts'
import type { MacroView } from '#contracts/ticket/macro.ts'
import type { TicketView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { useMember } from '#web/admin/session.ts'
import { membersQuery, teamsQuery } from '#web/admin/tickets/queries.ts'
import { fillMacro } from './fill-macro.ts'
import styles from './macros.module.css'
import { macrosQuery } from './queries.ts'
import { runMacro } from './run-macro.ts'

/** A macro in a message that is being written: its actions are carried out when that is sent. */
export type ChosenMacro = { id: MacroId; name: string; body: string; does: string[] }
/** Handles a key of the composer's field; true where the picker has used it. */
export type PickerKeys = (event: KeyboardEvent) => boolean

type PickerProps = {
  ticket: TicketView
  /** What is typed after the `/`. */
  query: string
  keys: RefObject<PickerKeys | null>
  onChoose: (text: string, macro?: ChosenMacro) => void
  onClose: () => void
}

const LISTED = 8

/** The macros whose names match, with a preview of the chosen one; the focus stays in the composer's field. */
export function MacroPicker({ ticket, query, keys, onChoose, onClose }: PickerProps) {
  const { data: macros } = useQuery(macrosQuery)
  const { data: members = [] } = useQuery(membersQuery)
  const { data: teams = [] } = useQuery(teamsQuery)
  const { user, tenant } = useMember()
  const client = useQueryClient()
  const [at, setAt] = useState(0)
  const words = query.toLowerCase().trim()
  const listed = (macros ?? []).filter(({ name }) => name.toLowerCase().includes(words)).slice(0, LISTED)
  const active = listed[Math.min(at, listed.length - 1)]
  const context = { ticket, agentName: user.name, businessName: tenant?.name ?? '', members, teams }
  const choose = (macro: MacroView) => {
    const chosen = fillMacro(macro, context)
    // Without a text there is nothing to send with it.
    if (chosen.body === '') void runMacro(client, ticket, chosen)
    onChoose(chosen.body, chosen.body === '' ? undefined : chosen)
  }
  // Before the list is painted: a key that is pressed at once is the list's, not the text's.
  useImperativeHandle(keys, () => ({ key, ctrlKey, metaKey }) => {
    if (key === 'Escape') onClose()
    else if (!active || ctrlKey || metaKey) return false
    else if (key === 'ArrowDown') setAt((listed.indexOf(active) + 1) % listed.length)
    else if (key === 'ArrowUp') setAt((listed.indexOf(active) + listed.length - 1) % listed.length)
    else if (key === 'Enter' || key === 'Tab') choose(active)
    else return false
    return true
  })
  if (!macros) return null
  if (!active) {
    return macros.length === 0 && words === '' ? (
      <div className={styles.picker}>
        <p className={styles.none}>{m.macro_none()}</p>
      </div>
    ) : null
  }
  const preview = fillMacro(active, context)
  return (
    <div className={styles.picker}>
      <div className={styles.list} role="listbox" aria-label={m.macro_list()} tabIndex={-1}>
        {listed.map((macro) => (
          <button
            key={macro.id}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={macro === active}
            className={styles.option}
            onMouseEnter={() => setAt(listed.indexOf(macro))}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(macro)}
          >
            {macro.name}
          </button>
        ))}
      </div>
      <div className={styles.preview} aria-live="polite">
        {preview.body && <p className={styles.text}>{preview.body}</p>}
        {preview.does.map((text) => (
          <p key={text} className={styles.does}>
            {text}
          </p>
        ))}
      </div>
    </div>
  )
}
