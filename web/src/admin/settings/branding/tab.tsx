import { useQuery } from '@tanstack/react-query'
import { getBranding } from '#contracts/tenant/branding.ts'
import * as m from '#i18n/messages.js'
import styles from '#web/admin/settings/settings.module.css'
import { ErrorState } from '#web/kit/states.tsx'
import { call } from '#web/lib/call.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import { BrandingForm } from './branding-form.tsx'

export const brandingKey = ['settings', 'branding'] as const

/** Branding: look, texts per language and topics of the portal, with a preview beside them. */
export function BrandingTab() {
  const { data, error, refetch } = useQuery({
    queryKey: brandingKey,
    queryFn: ({ signal }) => call(getBranding, {}, { signal }),
    retry: 1,
  })
  if (data) return <BrandingForm view={data} />
  return (
    <div className={styles.page}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows label={m.common_loading()} rows={6} height={56} />
      )}
    </div>
  )
}
