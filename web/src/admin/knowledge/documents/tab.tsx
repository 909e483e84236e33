import { Button, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconFileText, IconPlus, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { DocumentId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { useSectionSearch } from '#web/admin/desk-address.ts'
import { useKnowledgeLive } from '#web/admin/knowledge/use-knowledge-live.ts'
import { lazyDialog } from '#web/kit/lazy-part.tsx'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { LoadingRows, SampleBadge } from '#web/ui/parts.tsx'
import { useDocumentActions } from './actions.ts'
import { DocumentRow } from './document-row.tsx'
import styles from './documents.module.css'
import { statuses, statusLabel, typeOptions } from './labels.ts'
import { documentsKey, documentsQuery, type Filter, filterFrom } from './queries.ts'

const AddDocument = lazyDialog(async () => (await import('./add-document.tsx')).AddDocument)
const OpenDocument = lazyDialog(async () => (await import('./open-document.tsx')).OpenDocument)

const SEARCH_MS = 250
const LIVE = { documents: [documentsKey] }

/** Training documents: the list with its states, and a button to add more. */
export function DocumentsTab() {
  const [search, changeSearch] = useSectionSearch()
  const filter = filterFrom(search)
  const query = useInfiniteQuery(documentsQuery(filter))
  useKnowledgeLive(LIVE)
  const actions = useDocumentActions()
  const [isAdding, setAdding] = useState(false)
  const openId = (search.document ?? null) as DocumentId | null
  const open = (id: DocumentId | null) => changeSearch({ document: id ?? undefined })
  if (!query.data && query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <LoadingRows label={m.common_loading()} height={64} />
  const [first] = query.data.pages
  const documents = query.data.pages.flatMap(({ items }) => items)
  const canEdit = first?.can.edit ?? false
  const isEmpty = (first?.total ?? 0) === 0
  const add = canEdit && (
    <Button variant="filled" leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setAdding(true)}>
      {m.document_add()}
    </Button>
  )
  return (
    <div className={styles.tab}>
      <div className={styles.head}>
        <p className={styles.intro}>{canEdit ? m.document_intro() : m.document_read_only()}</p>
        {!isEmpty && add}
      </div>
      {!isEmpty && <Filters filter={filter} onFilter={(patch) => changeSearch(patch, { replace: true })} />}
      {(first?.samples ?? 0) > 0 && (
        <p className={styles.samples}>
          <SampleBadge />
          <span>{m.document_samples()}</span>
          {canEdit && (
            <button type="button" onClick={() => void actions.removeSamples()}>
              {m.document_samples_remove()}
            </button>
          )}
        </p>
      )}
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {isEmpty && (
        <EmptyState icon={<IconFileText size={28} stroke={1.5} />} title={m.document_empty_title()} action={add}>
          {m.document_empty_text()}
        </EmptyState>
      )}
      {!isEmpty && documents.length === 0 && <NoneFits onClear={() => changeSearch({ q: '', type: '', status: '' })} />}
      {documents.length > 0 && (
        <ul className={styles.list} aria-label={m.document_list()}>
          {documents.map((document) => (
            <DocumentRow key={document.id} document={document} actions={actions} onOpen={() => open(document.id)} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button
          className={styles.more ?? ''}
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {m.document_more()}
        </Button>
      )}
      <AddDocument isOpen={isAdding} onClose={() => setAdding(false)} />
      {openId && <OpenDocument id={openId} actions={actions} onClose={() => open(null)} />}
    </div>
  )
}

function NoneFits({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title={m.document_none_title()}
      action={<Button onClick={onClear}>{m.document_clear_filters()}</Button>}
    >
      {m.document_none_text()}
    </EmptyState>
  )
}

type FiltersProps = { filter: Filter; onFilter: (patch: Record<string, string | undefined>) => void }

/** Search, type and status, all stored in the address. */
function Filters({ filter, onFilter }: FiltersProps) {
  const [text, setText] = useState(filter.search)
  const search = useDebouncedCallback((q: string) => onFilter({ q }), {
    delay: SEARCH_MS,
    flushOnUnmount: true,
  })
  useEffect(() => setText(filter.search), [filter.search])
  return (
    <search className={styles.filters}>
      <TextInput
        className={styles.search ?? ''}
        aria-label={m.document_search()}
        placeholder={m.document_search()}
        leftSection={<IconSearch size={16} stroke={1.5} />}
        maxLength={200}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          search(event.currentTarget.value.trim())
        }}
      />
      <Select
        aria-label={m.document_filter_type()}
        allowDeselect={false}
        data={[{ value: '', label: m.document_filter_all_types() }, ...typeOptions()]}
        value={filter.type ?? ''}
        onChange={(type) => onFilter({ type: type ?? '' })}
      />
      <Select
        aria-label={m.document_filter_status()}
        allowDeselect={false}
        data={[
          { value: '', label: m.document_filter_all_statuses() },
          ...statuses.map((value) => ({ value, label: statusLabel(value) })),
        ]}
        value={filter.status ?? ''}
        onChange={(status) => onFilter({ status: status ?? '' })}
      />
    </search>
  )
}
