import { Button, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { recordChecklistStep } from '#contracts/signup/checklist.ts'
import type { CustomerLink } from '#contracts/signup/onboarding.ts'
import * as m from '#i18n/messages.js'
import { call } from '#web/lib/call.ts'
import { notify } from '#web/ui/notify.ts'
import styles from './overview.module.css'
import { checklistQuery } from './queries.ts'

/** The four links; copying one is the step. */
export function LinkStep({ links }: { links: readonly CustomerLink[] }) {
  const queries = useQueryClient()
  const copy = async (url: string) => {
    try {
      await navigator.clipboard.writeText(url)
    } catch {
      return notify.error(m.onboarding_copy_failed())
    }
    notify.success(m.onboarding_copied())
    try {
      queries.setQueryData(checklistQuery.queryKey, await call(recordChecklistStep, { body: { step: 'link' } }))
    } catch (error) {
      notify.failure(error)
    }
  }
  return (
    <Stack gap="sm">
      {links.map(({ kind, url, title, usage }) => (
        <Group key={kind} justify="space-between" wrap="nowrap">
          <div>
            <Text fw={500}>{title}</Text>
            <Text size="sm" c="dimmed">
              {usage}
            </Text>
            <span className={styles.url}>{url}</span>
          </div>
          <Button
            className={styles.fixed}
            variant="default"
            aria-label={m.onboarding_copy({ title })}
            onClick={() => void copy(url)}
          >
            {m.checklist_copy()}
          </Button>
        </Group>
      ))}
    </Stack>
  )
}
