import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ArticleId } from '#contracts/ids.ts'
import {
  type DeskArticle,
  getArticleVersion,
  getDeskArticle,
  listDeskArticles,
} from '#contracts/knowledge/article-editing.ts'
import { CallError, call } from '#web/lib/call.ts'
import type { ArticleFilter } from './filter.ts'

const PAGE = 50

const articlesKey = ['knowledge', 'articles'] as const
const articleKey = (id: string) => ['knowledge', 'article', id] as const

/** What is read again when a member changes articles. */
export const LIVE = { articles: [articlesKey, ['knowledge', 'article']] }

const given = (filter: ArticleFilter) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== 'all'))

/** Articles that match the filter, page by page. */
export const articlesQuery = (filter: ArticleFilter) =>
  infiniteQueryOptions({
    queryKey: [...articlesKey, filter],
    queryFn: ({ pageParam, signal }) =>
      call(
        listDeskArticles,
        { query: { ...given(filter), limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) } as never },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    // Shows the rows of the previous filter until the new ones are read.
    placeholderData: keepPreviousData,
  })

/** One article with its newest text and versions. */
export const articleQuery = (id: string) =>
  queryOptions({
    queryKey: articleKey(id),
    queryFn: ({ signal }) => call(getDeskArticle, { params: { articleId: id as ArticleId } }, { signal }),
    retry: (failures, error) => failures < 2 && !(error instanceof CallError && error.code === 'not_found'),
  })

/** The text of a version; a member's newest draft may still change, so that it is read again each time. */
export const versionQuery = (id: ArticleId, number: number) =>
  queryOptions({
    queryKey: [...articleKey(id), 'version', number],
    queryFn: ({ signal }) => call(getArticleVersion, { params: { articleId: id }, query: { number } }, { signal }),
    staleTime: 0,
  })

/** Shows an article as a change's answer has it; lists and its other languages are read again. */
export function showArticle(client: QueryClient, article: DeskArticle): void {
  client.setQueryData(articleKey(article.id), article)
  void client.invalidateQueries({ queryKey: articlesKey })
  for (const { id } of article.translations) void client.invalidateQueries({ queryKey: articleKey(id), exact: true })
}

/** Removes a deleted article from what is shown. */
export function forgetArticle(client: QueryClient, { id, translations }: DeskArticle): void {
  client.removeQueries({ queryKey: articleKey(id) })
  void client.invalidateQueries({ queryKey: articlesKey })
  for (const one of translations) void client.invalidateQueries({ queryKey: articleKey(one.id) })
}
