import { useQuery } from '@tanstack/react-query'
import * as m from '#i18n/messages.js'
import { ErrorState } from '#web/kit/states.tsx'
import { LoadingRows } from '#web/ui/parts.tsx'
import { profileQuery } from './queries.ts'
import { Wizard } from './wizard.tsx'

/** Business Onboarding: the business profile in five steps. */
export function ProfileTab() {
  const { data, error, refetch } = useQuery(profileQuery)
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingRows label={m.common_loading()} rows={6} height={64} />
  return <Wizard saved={data} />
}
