import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { KnowledgeAnalytics, Period } from '#contracts/knowledge/analytics.ts'
import * as m from '#i18n/messages.js'
import { useSectionSearch } from '#web/admin/desk-address.ts'
import { Questions } from '#web/admin/knowledge/questions/panel.tsx'
import { questionsKey } from '#web/admin/knowledge/questions/queries.ts'
import { useKnowledgeLive } from '#web/admin/knowledge/use-knowledge-live.ts'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { Card, Skeleton } from '#web/kit/surface.tsx'
import { LoadingRows } from '#web/ui/parts.tsx'
import { Figures } from './figures.tsx'
import { Gaps, RecentActivity, Suggestions, TopArticles, TopCategories, TopEntries } from './lists.tsx'
import { periodLabel, periods } from './period.ts'
import { analyticsKey, analyticsQuery } from './queries.ts'
import styles from './tab.module.css'

const Chart = lazyPart(async () => (await import('./chart.tsx')).Chart, {
  waiting: () => <Skeleton height="220px" radius="6px" />,
})

const LIVE = {
  faqs: [analyticsKey],
  documents: [analyticsKey],
  questions: [questionsKey, analyticsKey],
}

/** Knowledge Analytics: entries, their use, and gaps. */
export function AnalyticsTab() {
  const [search, change] = useSectionSearch()
  const period = periods.find((one) => one === search.period) ?? '30d'
  const read = useQuery(analyticsQuery(period))
  useKnowledgeLive(LIVE)
  return (
    <div className={styles.tab}>
      <div className={styles.bar}>
        <SegmentedControl
          aria-label={m.knowledge_period()}
          value={period}
          onChange={(value) => change({ period: value === '30d' ? undefined : value }, { replace: true })}
          data={periods.map((value) => ({ value, label: periodLabel(value) }))}
        />
      </div>
      {read.isPending && <LoadingRows label={m.common_loading()} height={72} rows={6} />}
      {!read.isPending && !read.data && <ErrorState error={read.error} onRetry={() => void read.refetch()} />}
      {read.data && (
        <div className={styles.content} data-stale={read.isPlaceholderData || undefined}>
          <Shown read={read.data} period={period} />
        </div>
      )}
    </div>
  )
}

function Shown({ read, period }: { read: KnowledgeAnalytics; period: Period }) {
  return (
    <>
      <Figures read={read} />
      <Questions period={period} />
      <div className={styles.columns}>
        <Gaps read={read} />
        <Suggestions read={read} />
      </div>
      <Card className={styles.block} aria-labelledby="knowledge-chart">
        <h2 id="knowledge-chart">{m.knowledge_chart()}</h2>
        {read.views === 0 ? (
          <p className={styles.none}>{m.knowledge_chart_none()}</p>
        ) : (
          <Chart points={read.viewsByDay} isWeekly={read.period === '90d' || read.period === 'all'} />
        )}
      </Card>
      <div className={styles.columns}>
        <TopCategories read={read} />
        <TopEntries read={read} />
      </div>
      <div className={styles.columns}>
        <TopArticles read={read} />
        <RecentActivity read={read} />
      </div>
    </>
  )
}
