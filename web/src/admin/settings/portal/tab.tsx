import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getPortalAddress, type PortalAddressView } from '#contracts/tenant/portal-address.ts'
import * as m from '#i18n/messages.js'
import styles from '#web/admin/settings/settings.module.css'
import { ErrorState } from '#web/kit/states.tsx'
import { call } from '#web/lib/call.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import { DomainCard } from './domain-card.tsx'
import { SlugCard } from './slug-card.tsx'
import { UrlCard } from './url-card.tsx'

const KEY = ['settings', 'portal'] as const

/** Portal: its URL to share, its address, and the business's own domain. */
export function PortalTab() {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(getPortalAddress, {}, { signal }),
    retry: 1,
  })
  const show = (next: PortalAddressView) => client.setQueryData(KEY, next)
  return (
    <div className={styles.page}>
      {data ? (
        <>
          <UrlCard />
          <SlugCard key={data.slug} view={data} onChange={show} />
          <DomainCard view={data} onChange={show} />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows label={m.common_loading()} rows={6} height={56} />
      )}
    </div>
  )
}
