import { Button, Group, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChecklistView } from '#contracts/signup/checklist.ts'
import * as m from '#i18n/messages.js'
import { useSectionSearch } from '#web/admin/desk-address.ts'
import { staffQuery } from '#web/admin/team/queries.ts'
import { lazyDialog } from '#web/kit/lazy-part.tsx'
import { checklistQuery } from './queries.ts'

const InviteDialog = lazyDialog(async () => (await import('#web/admin/team/invite-dialog.tsx')).InviteDialog)

/** Invites a colleague right here, and says who is there and who has been asked. */
export function ColleagueStep({ view }: { view: ChecklistView }) {
  const [, change] = useSectionSearch()
  const queries = useQueryClient()
  const [isInviting, setInviting] = useState(false)
  const { data: staff } = useQuery(staffQuery)
  return (
    <>
      <Text size="sm" c="dimmed">
        {m.checklist_colleague_count({ members: view.memberCount, invitations: view.openInvitationCount })}
      </Text>
      <Group gap="sm">
        <Button variant="filled" disabled={!staff} onClick={() => setInviting(true)}>
          {m.team_invite()}
        </Button>
        <Button variant="subtle" onClick={() => change({ section: 'settings', tab: 'team' })}>
          {m.checklist_open_team()}
        </Button>
      </Group>
      {staff && isInviting && (
        <InviteDialog
          roles={staff.can.invite}
          onClose={() => {
            setInviting(false)
            void queries.invalidateQueries({ queryKey: checklistQuery.queryKey })
          }}
        />
      )}
    </>
  )
}
