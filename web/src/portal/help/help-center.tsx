import type { PortalView } from '#contracts/tenant/portal.ts'
import { ArticleList } from './article-list.tsx'
import { ArticlePage } from './article-page.tsx'
import './help.css'

export { prepareText } from './article-text.ts'

/** The Help Center: the list of articles, or one article. */
export function HelpCenter(props: { portal: PortalView; article: string | null; onChat: () => void }) {
  const { portal, article, onChat } = props
  return article ? (
    <ArticlePage key={article} portal={portal} slug={article} onChat={onChat} />
  ) : (
    <ArticleList portal={portal} onChat={onChat} />
  )
}
