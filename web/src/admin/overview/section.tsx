import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import * as m from '#i18n/messages.js'
import { useMember } from '#web/admin/session.ts'
import { ErrorState } from '#web/kit/states.tsx'
import { Page } from '#web/ui/page.tsx'
import { ChecklistCard } from './checklist.tsx'
import { Day, DemoRating } from './day.tsx'
import { checklistQuery } from './queries.ts'
import { VideoGuideButton } from './video-guide.tsx'

/** The Overview: what is left to set up, until that is done, and the day at a glance. */
export function OverviewSection() {
  const { user } = useMember()
  const { data, error, refetch } = useQuery(checklistQuery)
  return (
    <Page
      title={m.desk_section_overview()}
      actions={
        <>
          <VideoGuideButton />
          {user.role !== 'agent' && <DemoRating />}
        </>
      }
    >
      <Stack gap="md" maw={1240}>
        {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data && !data.isFinished && <ChecklistCard view={data} />}
        <Day />
      </Stack>
    </Page>
  )
}
