import { Button, Menu } from '@mantine/core'
import { IconDownload, IconFileImport, IconFilterOff, IconMessageQuestion, IconPlus } from '@tabler/icons-react'
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { FaqPage } from '#contracts/knowledge/faq.ts'
import { createSampleFaqs, deleteSampleFaqs } from '#contracts/knowledge/faq.ts'
import * as m from '#i18n/messages.js'
import { useSectionSearch } from '#web/admin/desk-address.ts'
import { faqCategories, faqCategoryLabel, faqPriorities } from '#web/admin/knowledge/labels.ts'
import { useKnowledgeLive } from '#web/admin/knowledge/use-knowledge-live.ts'
import { lazyDialog } from '#web/kit/lazy-part.tsx'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { call } from '#web/lib/call.ts'
import { Choice, Choices, ClearFilters, SearchField } from '#web/ui/filters.tsx'
import { notify } from '#web/ui/notify.ts'
import { LoadingRows, SampleBadge } from '#web/ui/parts.tsx'
import { priorityLabel } from '#web/ui/ticket-labels.tsx'
import { FaqRow } from './faq-row.tsx'
import { everyFaq, type FaqFilter, isFiltered, statuses, useFaqFilter } from './filter.ts'
import { faqsKey, faqsQuery } from './queries.ts'
import styles from './tab.module.css'

const FaqDrawer = lazyDialog(async () => (await import('./faq-drawer.tsx')).FaqDrawer)
const ImportDialog = lazyDialog(
  async () => (await import('#web/admin/knowledge/import/import-dialog.tsx')).ImportDialog,
)

const LIVE = { faqs: [faqsKey, ['knowledge', 'faq']] }

/** FAQ Management: the list of FAQs with filters, import and export. */
export function FaqsTab() {
  const [filter, onFilter] = useFaqFilter()
  const [search, change] = useSectionSearch()
  const list = useInfiniteQuery(faqsQuery(filter))
  useKnowledgeLive(LIVE)
  const first = list.data?.pages[0]
  useSamplesOnce(first?.isUntouched === true && first.canEdit)
  const canEdit = first?.canEdit ?? false
  const open = (faq: string | undefined) => change({ faq })
  return (
    <div className={styles.tab}>
      <div className={styles.bar}>
        <Filters filter={filter} onFilter={onFilter} />
        <div className={styles.actions}>
          <ExportMenu />
          {canEdit && (
            <>
              <Button
                leftSection={<IconFileImport size={16} stroke={1.5} aria-hidden="true" />}
                onClick={() => change({ import: 'new' })}
              >
                {m.knowledge_faq_import()}
              </Button>
              <Button
                variant="filled"
                leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
                onClick={() => open('new')}
              >
                {m.knowledge_faq_add()}
              </Button>
            </>
          )}
        </div>
      </div>
      {first && !canEdit && <p className={styles.notice}>{m.knowledge_read_only()}</p>}
      {first && first.samples > 0 && <Samples count={first.samples} canEdit={canEdit} />}
      <List filter={filter} onFilter={onFilter} list={list} onOpen={open} />
      {search.faq && <FaqDrawer key={search.faq} id={search.faq} onClose={() => open(undefined)} />}
      {search.import && (
        <ImportDialog
          id={search.import === 'new' ? null : search.import}
          onId={(id) => change({ import: id ?? 'new' }, { replace: true })}
          onClose={() => change({ import: undefined })}
        />
      )}
    </div>
  )
}

/** Creates the samples when an empty knowledge base is first opened. */
function useSamplesOnce(isWanted: boolean): void {
  const client = useQueryClient()
  const isAsked = useRef(false)
  useEffect(() => {
    if (!isWanted || isAsked.current) return
    isAsked.current = true
    call(createSampleFaqs)
      .then(() => client.invalidateQueries({ queryKey: faqsKey }))
      // Without samples the tab shows how to begin.
      .catch(() => undefined)
  }, [isWanted, client])
}

type FiltersProps = { filter: FaqFilter; onFilter: (patch: Partial<FaqFilter>) => void }

function Filters({ filter, onFilter }: FiltersProps) {
  const all = { value: 'all', label: m.knowledge_filter_all() }
  const statusLabels = {
    published: m.knowledge_status_published(),
    draft: m.knowledge_status_draft(),
    sample: m.knowledge_status_sample(),
  }
  return (
    <div className={styles.filters}>
      <div className={styles.search}>
        <SearchField
          value={filter.search}
          onChange={(search) => onFilter({ search })}
          label={m.knowledge_faq_search()}
          placeholder={m.knowledge_faq_search_placeholder()}
          clearLabel={m.knowledge_faq_search_clear()}
        />
      </div>
      <Choices>
        <Choice
          label={m.knowledge_filter_category()}
          value={filter.category}
          options={[all, ...faqCategories.map((value) => ({ value, label: faqCategoryLabel(value) }))]}
          onChange={(category) => onFilter({ category })}
        />
        <Choice
          label={m.knowledge_filter_priority()}
          value={filter.priority}
          options={[all, ...faqPriorities.map((value) => ({ value, label: priorityLabel(value) }))]}
          onChange={(priority) => onFilter({ priority })}
        />
        <Choice
          label={m.knowledge_filter_status()}
          value={filter.status}
          options={[all, ...statuses.map((value) => ({ value, label: statusLabels[value] }))]}
          onChange={(status) => onFilter({ status })}
        />
        {isFiltered(filter) && <ClearFilters onClear={() => onFilter(everyFaq)} />}
      </Choices>
    </div>
  )
}

function ExportMenu() {
  return (
    <Menu position="bottom-end" offset={4}>
      <Menu.Target>
        <Button leftSection={<IconDownload size={16} stroke={1.5} aria-hidden="true" />}>
          {m.knowledge_faq_export()}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href="/api/knowledge/faq-export?format=csv" download>
          {m.knowledge_export_csv()}
        </Menu.Item>
        <Menu.Item component="a" href="/api/knowledge/faq-export?format=json" download>
          {m.knowledge_export_json()}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function Samples({ count, canEdit }: { count: number; canEdit: boolean }) {
  const client = useQueryClient()
  const removal = useMutation({
    mutationFn: () => call(deleteSampleFaqs),
    onSuccess: () => {
      notify.success(m.knowledge_sample_removed())
      return client.invalidateQueries({ queryKey: faqsKey })
    },
    onError: notify.failure,
  })
  return (
    <div className={styles.samples}>
      <SampleBadge />
      <span>{m.knowledge_sample_text({ count })}</span>
      {canEdit && (
        <Button size="xs" onClick={() => removal.mutate()} disabled={removal.isPending} aria-busy={removal.isPending}>
          {m.knowledge_sample_remove()}
        </Button>
      )}
    </div>
  )
}

type ListProps = FiltersProps & {
  list: UseInfiniteQueryResult<InfiniteData<FaqPage>>
  onOpen: (id: string) => void
}

function List({ filter, onFilter, list, onOpen }: ListProps) {
  if (list.isPending) return <LoadingRows label={m.common_loading()} height={64} />
  if (!list.data) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  const pages = list.data.pages
  const rows = pages.flatMap((page) => page.items)
  const [first] = pages
  if (rows.length === 0 && isFiltered(filter)) {
    return (
      <EmptyState
        icon={<IconFilterOff size={24} stroke={1.5} />}
        title={m.knowledge_faq_not_found_title()}
        action={<Button onClick={() => onFilter(everyFaq)}>{m.knowledge_clear_filters()}</Button>}
      >
        {m.knowledge_faq_not_found_text()}
      </EmptyState>
    )
  }
  if (rows.length === 0) {
    return (
      <EmptyState
        icon={<IconMessageQuestion size={24} stroke={1.5} />}
        title={m.knowledge_faq_none_title()}
        action={first?.canEdit && <Button onClick={() => onOpen('new')}>{m.knowledge_faq_add()}</Button>}
      >
        {m.knowledge_faq_none_text()}
      </EmptyState>
    )
  }
  return (
    <>
      <p className={styles.count} role="status">
        {m.knowledge_faq_count({ count: first?.total ?? rows.length })}
      </p>
      <ul className={styles.list} aria-label={m.knowledge_faq_list()} data-stale={list.isPlaceholderData || undefined}>
        {rows.map((faq) => (
          <FaqRow key={faq.id} faq={faq} onOpen={() => onOpen(faq.id)} />
        ))}
      </ul>
      {list.hasNextPage && (
        <div className={styles.more}>
          <Button onClick={() => void list.fetchNextPage()} disabled={list.isFetchingNextPage}>
            {m.knowledge_load_more()}
          </Button>
        </div>
      )}
    </>
  )
}
