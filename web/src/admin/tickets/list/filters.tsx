import { Menu } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconChevronDown, IconSearch, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import * as m from '#i18n/messages.js'
import { useMember } from '#web/admin/session.ts'
import { everything, isFiltered, type ListFilter, priorities, statuses } from '#web/admin/tickets/filter.ts'
import { membersQuery } from '#web/admin/tickets/queries.ts'
import { Keys } from '#web/ui/parts.tsx'
import { priorityLabel, statusLabel } from '#web/ui/words.tsx'
import styles from './filters.module.css'

const SEARCH_MS = 250

type FiltersProps = {
  filter: ListFilter
  onFilter: (patch: Partial<ListFilter>) => void
  searchRef: RefObject<HTMLInputElement | null>
  /** Esc in the empty field: back to the list. */
  onLeave: () => void
}

/** Words to look for, and three choices; everything stands in the address. */
export function Filters({ filter, onFilter, searchRef, onLeave }: FiltersProps) {
  return (
    <div className={styles.filters}>
      <SearchField filter={filter} onFilter={onFilter} searchRef={searchRef} onLeave={onLeave} />
      <div className={styles.choices}>
        <Choice
          label={m.ticket_filter_status()}
          value={filter.status}
          options={[
            { value: 'all', label: m.ticket_filter_all() },
            ...statuses.map((value) => ({ value, label: statusLabel(value) })),
          ]}
          onChange={(value) => onFilter({ status: value as ListFilter['status'] })}
        />
        <Choice
          label={m.ticket_filter_priority()}
          value={filter.priority}
          options={[
            { value: 'all', label: m.ticket_filter_all() },
            ...priorities.map((value) => ({ value, label: priorityLabel(value) })),
          ]}
          onChange={(value) => onFilter({ priority: value as ListFilter['priority'] })}
        />
        <AssigneeChoice filter={filter} onFilter={onFilter} />
        {isFiltered(filter) && (
          <button
            type="button"
            className={styles.clear}
            aria-label={m.common_clear()}
            title={m.common_clear()}
            onClick={() => onFilter(everything)}
          >
            <IconX size={14} stroke={2} aria-hidden="true" />
          </button>
        )}
      </div>
    </div>
  )
}

function SearchField({ filter, onFilter, searchRef, onLeave }: FiltersProps) {
  const [text, setText] = useState(filter.search)
  const search = useDebouncedCallback((words: string) => onFilter({ search: words }), {
    delay: SEARCH_MS,
    flushOnUnmount: true,
  })
  useEffect(() => setText(filter.search), [filter.search])
  const change = (words: string) => {
    setText(words)
    search(words.trim())
  }
  return (
    <div className={styles.search}>
      <IconSearch size={16} stroke={1.5} aria-hidden="true" />
      <input
        ref={searchRef}
        type="search"
        value={text}
        maxLength={200}
        placeholder={m.ticket_search_placeholder()}
        aria-label={m.ticket_search()}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          if (text) change('')
          else onLeave()
        }}
      />
      {text ? (
        <button type="button" className={styles.wipe} aria-label={m.ticket_search_clear()} onClick={() => change('')}>
          <IconX size={14} stroke={2} />
        </button>
      ) : (
        <span aria-hidden="true" className={styles.key}>
          <Keys keys={['/']} />
        </span>
      )}
    </div>
  )
}

function AssigneeChoice({ filter, onFilter }: Pick<FiltersProps, 'filter' | 'onFilter'>) {
  const { user } = useMember()
  const { data: members = [] } = useQuery(membersQuery)
  const others = members.filter((member) => member.id !== user.id)
  return (
    <Choice
      label={m.ticket_filter_assignee()}
      value={filter.assignee}
      options={[
        { value: 'all', label: m.ticket_filter_all() },
        { value: 'me', label: m.ticket_filter_me() },
        { value: 'none', label: m.ticket_unassigned() },
        ...others.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(value) => onFilter({ assignee: value })}
    />
  )
}

type ChoiceProps = {
  label: string
  value: string
  options: { value: string; label: string }[]
  onChange: (value: string) => void
}

/** One filter: its name while it leaves everything open, else what it keeps. */
function Choice({ label, value, options, onChange }: ChoiceProps) {
  const chosen = options.find((option) => option.value === value)
  const isOn = value !== 'all'
  return (
    <Menu position="bottom-start" offset={4}>
      <Menu.Target>
        <button type="button" className={styles.choice} data-on={isOn || undefined}>
          {isOn && <span className="visually-hidden">{label}: </span>}
          {isOn ? (chosen?.label ?? label) : label}
          <IconChevronDown size={13} stroke={2} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={value} onChange={onChange}>
          {options.map((option) => (
            <Menu.RadioItem key={option.value} value={option.value} closeMenuOnClick>
              {option.label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
