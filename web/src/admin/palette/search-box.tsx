import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import * as m from '#i18n/messages.js'
import { useMember } from '#web/admin/session.ts'
import { ErrorState } from '#web/kit/states.tsx'
import { Skeleton } from '#web/kit/surface.tsx'
import { type EntryContext, entryGroups } from './entries.tsx'
import { useMacroEntries } from './macros.ts'
import { foundGroups, localGroups, type OptionGroup, recentGroup } from './options.tsx'
import styles from './palette.module.css'
import { readRecent, storeRecent } from './recent.ts'
import { useSearch } from './use-search.ts'

type SearchBoxProps = Omit<EntryContext, 'isAdmin' | 'macros'> & { onChoose: (run: () => void) => void }

/** The field and what was found for it: a combobox whose list is always shown. */
export function SearchBox({ onChoose, onHelp, onNewTicket, ticket }: SearchBoxProps) {
  const { user, tenant } = useMember()
  const [typed, setTyped] = useState('')
  const { found, isWaiting, error, retry } = useSearch(typed)
  const business = tenant?.id ?? ''
  const isAdmin = user.memberRole === 'owner' || user.memberRole === 'admin'
  const words = typed.trim()
  const entries = entryGroups({ isAdmin, onHelp, onNewTicket, ticket, macros: useMacroEntries(ticket) })
  const groups = words
    ? [...localGroups(entries, words), ...foundGroups(found, (opened) => storeRecent(business, opened))]
    : [...recentGroup(readRecent(business)), ...localGroups(entries, '')]
  const options = groups.flatMap((group) => group.options)
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const [selected, select] = useSelected(
    options.map(({ id }) => id),
    words,
  )
  useEffect(() => {
    if (selected) document.getElementById(`${listId}-${selected}`)?.scrollIntoView({ block: 'nearest' })
  }, [selected, listId])

  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const at = options.findIndex(({ id }) => id === selected)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: options.length - 1 }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      select(options.at(to % options.length)?.id ?? null)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      const option = options[at]
      if (option) onChoose(option.run)
    }
  }
  return (
    <>
      <div className={styles.field}>
        <IconSearch size={18} stroke={1.5} aria-hidden="true" />
        <input
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={selected ? `${listId}-${selected}` : undefined}
          aria-label={m.desk_search()}
          placeholder={m.desk_search()}
          value={typed}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={onKey}
        />
      </div>
      <p className="visually-hidden" role="status">
        {words && (isWaiting ? m.desk_palette_searching() : m.desk_palette_results({ count: options.length }))}
      </p>
      <div className={styles.results}>
        <div
          ref={list}
          id={listId}
          className={styles.list}
          role="listbox"
          aria-label={m.desk_search()}
          aria-busy={isWaiting}
        >
          {groups.map((group) => (
            <Group
              key={group.id}
              group={group}
              listId={listId}
              selected={selected}
              onSelect={select}
              onChoose={onChoose}
            />
          ))}
        </div>
        {isWaiting && !found && <Waiting />}
        {error !== null && <ErrorState error={error} onRetry={retry} />}
        {words !== '' && options.length === 0 && !isWaiting && !error && (
          <div className={styles.nothing}>
            <p>{m.desk_palette_nothing({ words })}</p>
            <p>{m.desk_palette_nothing_text()}</p>
          </div>
        )}
        {words === '' && <p className={styles.hint}>{m.desk_palette_hint()}</p>}
      </div>
    </>
  )
}

/** The selected option: the first one, until another is chosen among those that stay. */
function useSelected(ids: string[], words: string): [selected: string | null, select: (id: string | null) => void] {
  const [chosen, setChosen] = useState<{ id: string | null; words: string }>({ id: null, words: '' })
  const stays = chosen.words === words && chosen.id !== null && ids.includes(chosen.id)
  return [stays ? chosen.id : (ids[0] ?? null), (id) => setChosen({ id, words })]
}

type GroupProps = {
  group: OptionGroup
  listId: string
  selected: string | null
  onSelect: (id: string) => void
  onChoose: (run: () => void) => void
}

function Group({ group, listId, selected, onSelect, onChoose }: GroupProps) {
  const headingId = `${listId}-of-${group.id}`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a list of options holds groups, and no fieldset
    <div role="group" aria-labelledby={headingId}>
      <div className={styles.heading} id={headingId} role="presentation">
        {group.label}
      </div>
      {group.options.map(({ id, content, run }) => (
        // The keyboard works on the field, which names the selected option.
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        // biome-ignore lint/a11y/useFocusableInteractive: see above
        <div
          key={id}
          id={`${listId}-${id}`}
          className={styles.option}
          role="option"
          aria-selected={id === selected}
          onMouseMove={() => id !== selected && onSelect(id)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(run)}
        >
          {content}
        </div>
      ))}
    </div>
  )
}

/** Shown after 300 ms only: most answers are faster. */
function Waiting() {
  return (
    <div className={styles.waiting}>
      {[62, 48, 70].map((percent) => (
        <Skeleton key={percent} width={`${percent}%`} height="14px" />
      ))}
    </div>
  )
}
