import { Button } from '@mantine/core'
import { IconArticle, IconFilterOff, IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { DeskArticleRow } from '#contracts/knowledge/article-editing.ts'
import { LANGUAGES } from '#contracts/languages.ts'
import * as m from '#i18n/messages.js'
import { useSectionSearch } from '#web/admin/desk-address.ts'
import { languageLabel } from '#web/admin/knowledge/labels.ts'
import { useKnowledgeLive } from '#web/admin/knowledge/use-knowledge-live.ts'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { newId } from '#web/lib/call.ts'
import { formatNumber } from '#web/lib/format.ts'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { CardTable } from '#web/ui/card-table.tsx'
import { Choice, Choices, ClearFilters, SearchField } from '#web/ui/filters.tsx'
import { LoadingRows, SampleBadge } from '#web/ui/parts.tsx'
import type { Column } from '#web/ui/table.tsx'
import styles from './articles.module.css'
import { ARTICLE_CATEGORIES, articleCategoryName } from './category.ts'
import { type ArticleFilter, everyArticle, filterStatuses, isFiltered, useArticleFilter } from './filter.ts'
import { articlesQuery, LIVE } from './queries.ts'
import { ArticleStatusBadge, StarterBadge } from './status-badge.tsx'

/** The articles of the help centre with filters and search. */
export function ArticleList() {
  const [filter, onFilter] = useArticleFilter()
  const [, change] = useSectionSearch()
  const list = useInfiniteQuery(articlesQuery(filter))
  useKnowledgeLive(LIVE)
  const pages = list.data?.pages
  const canEdit = pages?.[0]?.canEdit ?? false
  const write = () => change({ article: newId(), new: '1' })
  const rows = pages?.flatMap((page) => page.items) ?? []
  return (
    <div className={styles.tab}>
      <div className={styles.bar}>
        <Filters filter={filter} onFilter={onFilter} />
        {canEdit && (
          <Button
            variant="filled"
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
            onClick={write}
          >
            {m.article_write()}
          </Button>
        )}
      </div>
      {pages && !canEdit && <p className={styles.notice}>{m.knowledge_read_only()}</p>}
      {list.isPending && <LoadingRows label={m.common_loading()} />}
      {!pages && list.error && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {pages && rows.length === 0 && <Nothing filter={filter} onFilter={onFilter} onWrite={canEdit ? write : null} />}
      {rows.length > 0 && (
        <CardTable
          label={m.article_list()}
          columns={columns()}
          rows={rows}
          keyOf={({ id }) => id}
          onOpen={({ id }) => change({ article: id })}
          rowHeight={52}
          footer={
            list.hasNextPage && (
              <div className={styles.more}>
                <Button onClick={() => void list.fetchNextPage()} disabled={list.isFetchingNextPage}>
                  {m.knowledge_load_more()}
                </Button>
              </div>
            )
          }
        />
      )}
    </div>
  )
}

const columns = (): readonly Column<DeskArticleRow>[] => [
  {
    key: 'title',
    header: m.article_title(),
    render: (row) => (
      <span className={styles.name}>
        <span className={styles.title}>{row.title}</span>
        {row.isStarter && <StarterBadge />}
        {row.isDemo && <SampleBadge />}
      </span>
    ),
  },
  {
    key: 'status',
    header: m.article_status(),
    width: '150px',
    render: ({ status }) => <ArticleStatusBadge status={status} />,
  },
  {
    key: 'category',
    header: m.article_category(),
    width: '110px',
    render: ({ category }) => articleCategoryName(category),
  },
  { key: 'language', header: m.article_language(), width: '100px', render: ({ language }) => languageLabel(language) },
  {
    key: 'reads',
    header: m.article_reads(),
    width: '80px',
    isNumber: true,
    render: ({ views }) => formatNumber(views),
  },
  { key: 'helpful', header: m.article_helpful(), width: '110px', isNumber: true, render: helpfulVotes },
  {
    key: 'updated',
    header: m.article_updated(),
    width: '190px',
    render: ({ updatedAt, updatedByName }) => (
      <span className={styles.updated}>
        <RelativeTime at={updatedAt} />
        {updatedByName && <span className={styles.by}>{updatedByName}</span>}
      </span>
    ),
  },
]

/** Of how many votes how many are helpful; nothing before the first vote. */
function helpfulVotes({ helpful, notHelpful }: DeskArticleRow): string | null {
  const count = helpful + notHelpful
  return count === 0 ? null : m.article_helpful_of({ helpful: formatNumber(helpful), count: formatNumber(count) })
}

type FiltersProps = { filter: ArticleFilter; onFilter: (patch: Partial<ArticleFilter>) => void }

function Filters({ filter, onFilter }: FiltersProps) {
  const all = { value: 'all', label: m.knowledge_filter_all() }
  const statusLabels = {
    published: m.article_status_published(),
    draft: m.article_filter_draft(),
    starter: m.article_starter(),
    archived: m.article_status_archived(),
  }
  return (
    <div className={styles.filters}>
      <div className={styles.search}>
        <SearchField
          value={filter.search}
          onChange={(search) => onFilter({ search })}
          label={m.article_search()}
          placeholder={m.article_search()}
          clearLabel={m.knowledge_faq_search_clear()}
        />
      </div>
      <Choices>
        <Choice
          label={m.article_status()}
          value={filter.status}
          options={[all, ...filterStatuses.map((value) => ({ value, label: statusLabels[value] }))]}
          onChange={(status) => onFilter({ status })}
        />
        <Choice
          label={m.article_category()}
          value={filter.category}
          options={[all, ...ARTICLE_CATEGORIES.map((value) => ({ value, label: articleCategoryName(value) }))]}
          onChange={(category) => onFilter({ category })}
        />
        <Choice
          label={m.article_language()}
          value={filter.language}
          options={[all, ...LANGUAGES.map((value) => ({ value, label: languageLabel(value) }))]}
          onChange={(language) => onFilter({ language })}
        />
        {isFiltered(filter) && <ClearFilters onClear={() => onFilter(everyArticle)} />}
      </Choices>
    </div>
  )
}

function Nothing({ filter, onFilter, onWrite }: FiltersProps & { onWrite: (() => void) | null }) {
  if (isFiltered(filter)) {
    return (
      <EmptyState
        icon={<IconFilterOff size={24} stroke={1.5} />}
        title={m.article_not_found_title()}
        action={<Button onClick={() => onFilter(everyArticle)}>{m.knowledge_clear_filters()}</Button>}
      >
        {m.article_not_found_text()}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<IconArticle size={24} stroke={1.5} />}
      title={m.article_none_title()}
      action={onWrite && <Button onClick={onWrite}>{m.article_write()}</Button>}
    >
      {m.article_none_text()}
    </EmptyState>
  )
}
