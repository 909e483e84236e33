import { IconEye, IconThumbUp } from '@tabler/icons-react'
import type { ArticleCategory, ArticleRowView } from '#contracts/knowledge/article.ts'
import * as m from '#i18n/messages.js'
import { formatNumber } from '#web/lib/format.ts'
import styles from './help.module.css'

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
    <span className={styles.facts}>
      <span className={styles.category}>{categoryName(article.category)}</span>
      <span className={styles.fact}>
        <IconEye size={16} stroke={1.5} aria-hidden="true" />
        {views}
      </span>
      {article.helpfulPercent !== null && (
        <span className={styles.fact}>
          <IconThumbUp size={16} stroke={1.5} aria-hidden="true" />
          {m.portal_help_helpful_percent({ percent: article.helpfulPercent })}
        </span>
      )}
    </span>
  )
}
