import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import * as m from '#i18n/messages.js'
import { useSection } from '#web/admin/desk-address.ts'
import { ErrorState } from '#web/kit/states.tsx'
import { Page } from '#web/ui/page.tsx'
import { LoadingSection } from '#web/ui/parts.tsx'
import { ChecklistCard } from './checklist.tsx'
import { checklistQuery } from './queries.ts'

/** The Overview: what is left to set up, until that is done. */
export function OverviewSection() {
  const { data, error, refetch } = useQuery(checklistQuery)
  const [, open] = useSection()
  if (!data && !error) return <LoadingSection />
  return (
    <Page title={m.desk_section_overview()} isNarrow>
      {data ? (
        !data.isFinished && <ChecklistCard view={data} />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
      {data?.isFinished && (
        <Stack align="flex-start" gap="md">
          <Text>{m.desk_overview_ready()}</Text>
          <Group gap="sm">
            <Button variant="filled" onClick={() => open('tickets')}>
              {m.desk_open_tickets()}
            </Button>
            <Button variant="default" component="a" href={data.links[0]?.url} target="_blank" rel="noopener">
              {m.onboarding_open()}
            </Button>
          </Group>
        </Stack>
      )}
    </Page>
  )
}
