import type { ArticleCategory, ArticleRowView } from '#contracts/knowledge/article.ts'
import * as m from '#i18n/messages.js'
import { formatNumber } from '#web/lib/format.ts'

const names: Record<ArticleCategory, () => string> = {
  Basics: m.portal_help_category_basics,
  Technical: m.portal_help_category_technical,
  Billing: m.portal_help_category_billing,
  Support: m.portal_help_category_support,
  Features: m.portal_help_category_features,
  Security: m.portal_help_category_security,
}

export const CATEGORIES = Object.keys(names) as ArticleCategory[]
export const categoryName = (category: ArticleCategory): string => names[category]()

/** Category, counted views and the share of readers it helped. */
export function ArticleFacts({ article }: { article: ArticleRowView }) {
  const views = m
    .portal_help_views({ count: article.views })
    .replace(String(article.views), formatNumber(article.views))
  return (
    <span className="hc-facts">
      <span className="hc-category">{categoryName(article.category)}</span>
      {article.views > 0 && <span className="hc-fact">{views}</span>}
      {article.helpfulPercent !== null && (
        <span className="hc-fact">{m.portal_help_helpful_percent({ percent: article.helpfulPercent })}</span>
      )}
    </span>
  )
}
