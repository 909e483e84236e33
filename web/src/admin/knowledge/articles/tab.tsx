import { useSectionSearch } from '#web/admin/desk-address.ts'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { LoadingSection } from '#web/ui/parts.tsx'
import { ArticleList } from './list.tsx'

const ArticlePage = lazyPart(async () => (await import('./editor/article-page.tsx')).ArticlePage, {
  waiting: LoadingSection,
})

/** Articles of the help centre: the list, or the one in the address. */
export function ArticlesTab() {
  const [search] = useSectionSearch()
  return search.article ? <ArticlePage key={search.article} id={search.article} /> : <ArticleList />
}
