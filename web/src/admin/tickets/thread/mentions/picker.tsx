import { useQuery } from '@tanstack/react-query'
import { type RefObject, useImperativeHandle, useState } from 'react'
import * as m from '#i18n/messages.js'
import { useMember } from '#web/admin/session.ts'
import { membersQuery, teamsQuery } from '#web/admin/tickets/queries.ts'
import type { PickerKeys } from '#web/admin/tickets/thread/macros/picker.tsx'
import { Avatar } from '#web/kit/surface.tsx'
import styles from './mentions.module.css'

type PickerProps = {
  /** What is typed after the `@`. */
  query: string
  keys: RefObject<PickerKeys | null>
  onChoose: (text: string) => void
  onClose: () => void
}

const LISTED = 8

/** The members and teams whose names have a word that begins as typed; the focus stays in the note. */
export function MentionPicker({ query, keys, onChoose, onClose }: PickerProps) {
  const { data: members = [] } = useQuery(membersQuery)
  const { data: teams = [] } = useQuery(teamsQuery)
  const { user } = useMember()
  const [at, setAt] = useState(0)
  const typed = query.toLowerCase()
  const listed = [
    ...members.filter(({ id }) => id !== user.id).map(({ id, name }) => ({ id, name, isTeam: false })),
    ...teams.map(({ id, name }) => ({ id, name, isTeam: true })),
  ]
    .filter(({ name }) => ` ${name.toLowerCase()}`.includes(` ${typed}`))
    .slice(0, LISTED)
  const active = listed[Math.min(at, listed.length - 1)]
  const choose = ({ name }: { name: string }) => onChoose(`@${name} `)
  // Before the list is painted: a key that is pressed at once is the list's, not the text's.
  useImperativeHandle(keys, () => ({ key, ctrlKey, metaKey }) => {
    if (!active || ctrlKey || metaKey) return false
    if (key === 'Escape') onClose()
    else if (key === 'ArrowDown') setAt((listed.indexOf(active) + 1) % listed.length)
    else if (key === 'ArrowUp') setAt((listed.indexOf(active) + listed.length - 1) % listed.length)
    else if (key === 'Enter' || key === 'Tab') choose(active)
    else return false
    return true
  })
  if (!active) return null
  return (
    <div className={styles.picker}>
      <div role="listbox" aria-label={m.composer_mention_list()} tabIndex={-1}>
        {listed.map((one) => (
          <button
            key={one.id}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={one === active}
            className={styles.option}
            onMouseEnter={() => setAt(listed.indexOf(one))}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(one)}
          >
            <Avatar name={one.name} size={20} />
            <span className={styles.name}>{one.name}</span>
            {one.isTeam && <span className={styles.kind}>{m.composer_mention_team()}</span>}
          </button>
        ))}
      </div>
      {/* The focus is in the note: what is chosen there is read out here. */}
      <p className="visually-hidden" role="status">
        {m.composer_mention_chosen({ name: active.name })}
      </p>
    </div>
  )
}
