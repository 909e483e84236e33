import type { RefObject } from 'react'
import * as m from '#i18n/messages.js'
import { SearchField } from '#web/ui/filters.tsx'
import { FilterBar, type FiltersProps } from './filter-bar.tsx'
import styles from './filters.module.css'

type SearchProps = {
  searchRef: RefObject<HTMLInputElement | null>
  /** Esc in the empty field: back to the list. */
  onLeave: () => void
}

/** Search, and the other filters below it; all are stored in the address. */
export function Filters({ searchRef, onLeave, ...filters }: FiltersProps & SearchProps) {
  return (
    <div className={styles.filters}>
      <SearchField
        value={filters.filter.words ?? ''}
        onChange={(words) => filters.onFilter({ words: words || undefined })}
        label={m.ticket_search()}
        placeholder={m.ticket_search_placeholder()}
        clearLabel={m.ticket_search_clear()}
        hint="/"
        fieldRef={searchRef}
        onLeave={onLeave}
      />
      <FilterBar {...filters} />
    </div>
  )
}
