import type { PortalView } from '#contracts/tenant/portal.ts'
import { RichText } from '#web/kit/markdown/rich-text.tsx'
import { ArticleList } from './article-list.tsx'
import { ArticlePage } from './article-page.tsx'
import { initialArticle } from './initial-help.ts'
import './help.css'

type HelpCenterProps = { portal: PortalView; article: string | null; onChat: () => void }

/** The Help Center: the list of articles, or one article. */
function HelpCenter({ portal, article, onChat }: HelpCenterProps) {
  return article ? (
    <ArticlePage key={article} portal={portal} slug={article} onChat={onChat} />
  ) : (
    <ArticleList portal={portal} onChat={onChat} />
  )
}

/** The Help Center, with what its first view needs. */
export async function loadHelpCenter(): Promise<typeof HelpCenter> {
  if (initialArticle) await RichText.load()
  return HelpCenter
}
