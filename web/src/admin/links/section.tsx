import { useQuery } from '@tanstack/react-query'
import * as m from '#i18n/messages.js'
import { useMember } from '#web/admin/session.ts'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { Page } from '#web/ui/page.tsx'
import { LoadingRows } from '#web/ui/parts.tsx'
import { Integration } from './integration.tsx'
import { LinkList } from './link-list.tsx'
import styles from './links.module.css'
import { customerLinksQuery } from './queries.ts'

const WidgetSettings = lazyPart(async () => (await import('./widget/settings.tsx')).WidgetSettings, {
  waiting: () => <LoadingRows label={m.common_loading()} rows={4} height={56} />,
})

/** Customer Links: the four links to the portal, and what puts it on the business's own site. */
export function LinksSection() {
  const { user } = useMember()
  const { data, error, refetch } = useQuery(customerLinksQuery)
  return (
    <Page title={m.desk_section_customer_links()}>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingRows label={m.common_loading()} rows={4} height={96} />}
      {data && (
        <div className={styles.page}>
          <p className={styles.text}>{m.links_intro()}</p>
          <LinkList links={data.links} />
          <Integration view={data} />
          {user.memberRole !== 'agent' && <WidgetSettings />}
        </div>
      )}
    </Page>
  )
}
