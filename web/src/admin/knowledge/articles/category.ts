import type { ArticleCategory } from '#contracts/knowledge/article.ts'
import * as m from '#i18n/messages.js'

const names: Record<ArticleCategory, () => string> = {
  Basics: m.article_category_basics,
  Technical: m.article_category_technical,
  Billing: m.article_category_billing,
  Support: m.article_category_support,
  Features: m.article_category_features,
  Security: m.article_category_security,
}

export const ARTICLE_CATEGORIES = Object.keys(names) as ArticleCategory[]

export const articleCategoryName = (category: ArticleCategory): string => names[category]()
