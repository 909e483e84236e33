import { Button } from '@mantine/core'
import { IconAlertTriangle, IconArrowRight, IconFileText, IconMessageQuestion, IconNews } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { KnowledgeAnalytics } from '#contracts/knowledge/analytics.ts'
import * as m from '#i18n/messages.js'
import { useSectionSearch } from '#web/admin/desk-address.ts'
import { faqCategoryLabel } from '#web/admin/knowledge/labels.ts'
import { Card } from '#web/kit/surface.tsx'
import { formatNumber, formatRelative } from '#web/lib/format.ts'
import styles from './tab.module.css'

type Props = { read: KnowledgeAnalytics }

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className={styles.block} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </Card>
  )
}

const Nothing = ({ children }: { children: string }) => <p className={styles.none}>{children}</p>

/** Opens another tab of the section with its part of the address. */
function useTab() {
  const [, change] = useSectionSearch()
  return (tab: string, more: Record<string, string> = {}) => change({ period: undefined, tab, ...more })
}

const gapTexts = {
  technical_faqs: m.knowledge_gap_technical_faqs,
  troubleshooting_document: m.knowledge_gap_troubleshooting_document,
  account_faqs: m.knowledge_gap_account_faqs,
}

/** Gaps in the knowledge. */
export function Gaps({ read }: Props) {
  return (
    <Block title={m.knowledge_gaps()}>
      {read.gaps.length === 0 ? (
        <Nothing>{m.knowledge_gaps_none()}</Nothing>
      ) : (
        <ul className={styles.plain}>
          {read.gaps.map((gap) => (
            <li key={gap} className={styles.gap}>
              <IconAlertTriangle size={16} stroke={1.5} aria-hidden="true" />
              {gapTexts[gap]()}
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
}

/** What to do next. */
export function Suggestions({ read }: Props) {
  const open = useTab()
  const ways = {
    add_faqs: { label: m.knowledge_suggestion_add_faqs, go: () => open('faqs', { faq: 'new' }) },
    add_documents: { label: m.knowledge_suggestion_add_documents, go: () => open('documents') },
    publish_drafts: { label: m.knowledge_suggestion_publish_drafts, go: () => open('faqs', { status: 'draft' }) },
  }
  return (
    <Block title={m.knowledge_suggestions()}>
      {read.suggestions.length === 0 ? (
        <Nothing>{m.knowledge_suggestions_none()}</Nothing>
      ) : (
        <ul className={styles.plain}>
          {read.suggestions.map(({ kind, count }) => (
            <li key={kind}>
              <Button
                variant="subtle"
                className={styles.way ?? ''}
                onClick={ways[kind].go}
                rightSection={<IconArrowRight size={16} stroke={1.5} aria-hidden="true" />}
              >
                {ways[kind].label({ count })}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
}

/** The five most used categories, each with a bar. */
export function TopCategories({ read }: Props) {
  const most = Math.max(1, ...read.topCategories.map(({ views }) => views))
  return (
    <Block title={m.knowledge_top_categories()}>
      {read.topCategories.length === 0 ? (
        <Nothing>{m.knowledge_top_categories_none()}</Nothing>
      ) : (
        <ul className={styles.plain}>
          {read.topCategories.map(({ category, entries, views }) => (
            <li key={category} className={styles.measure}>
              <span>{faqCategoryLabel(category)}</span>
              <span className={styles.amount}>
                {m.knowledge_category_entries({ count: entries })} · {m.knowledge_faq_views({ count: views })}
              </span>
              <span className={styles.track} aria-hidden="true">
                <span style={{ width: `${(100 * views) / most}%` }} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
}

const kinds = {
  faq: { label: m.knowledge_kind_faq, Icon: IconMessageQuestion },
  article: { label: m.knowledge_kind_article, Icon: IconNews },
  document: { label: m.knowledge_kind_document, Icon: IconFileText },
}

/** The most cited entries. */
export function TopEntries({ read }: Props) {
  const open = useTab()
  return (
    <Block title={m.knowledge_top_entries()}>
      {read.topEntries.length === 0 ? (
        <Nothing>{m.knowledge_top_entries_none()}</Nothing>
      ) : (
        <ul className={styles.plain}>
          {read.topEntries.map(({ kind, id, title, views }) => {
            const { label, Icon } = kinds[kind]
            return (
              <li key={id} className={styles.entry}>
                <Icon size={16} stroke={1.5} role="img" aria-label={label()} />
                {kind === 'faq' ? (
                  <button type="button" className={styles.link} onClick={() => open('faqs', { faq: id })}>
                    {title}
                  </button>
                ) : (
                  <span className={styles.name}>{title}</span>
                )}
                <span className={styles.amount}>{m.knowledge_faq_views({ count: views })}</span>
              </li>
            )
          })}
        </ul>
      )}
    </Block>
  )
}

/** The articles that customers read most, with all readers of the period. */
export function TopArticles({ read }: Props) {
  const open = useTab()
  return (
    <Block title={m.article_most_read()}>
      {read.topArticles.length === 0 ? (
        <Nothing>{m.article_most_read_none()}</Nothing>
      ) : (
        <>
          <p className={styles.none} title={m.article_reads_hint()}>
            {m.article_readers_period()}: {formatNumber(read.readers)}
          </p>
          <ul className={styles.plain}>
            {read.topArticles.map(({ id, title, readers }) => (
              <li key={id} className={styles.entry}>
                <IconNews size={16} stroke={1.5} aria-hidden="true" />
                <button type="button" className={styles.link} onClick={() => open('articles', { article: id })}>
                  {title}
                </button>
                <span className={styles.amount}>{m.article_reads_count({ count: readers })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Block>
  )
}

const changes = {
  faq: { added: m.knowledge_recent_faq_added, changed: m.knowledge_recent_faq_changed },
  document: { added: m.knowledge_recent_document_added, changed: m.knowledge_recent_document_changed },
}

/** The latest five changes. */
export function RecentActivity({ read }: Props) {
  return (
    <Block title={m.knowledge_recent()}>
      {read.recent.length === 0 ? (
        <Nothing>{m.knowledge_recent_none()}</Nothing>
      ) : (
        <ul className={styles.plain}>
          {read.recent.map(({ kind, id, title, change, at }) => {
            const { Icon } = kinds[kind]
            return (
              <li key={id} className={styles.entry}>
                <Icon size={16} stroke={1.5} aria-hidden="true" />
                <span className={styles.name}>
                  {changes[kind][change]()}: {title}
                </span>
                <time className={styles.amount} dateTime={at}>
                  {formatRelative(at)}
                </time>
              </li>
            )
          })}
        </ul>
      )}
    </Block>
  )
}
