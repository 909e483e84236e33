import type { TeamView } from '#contracts/team/team.ts'
import type { MemberView } from '#contracts/tenant/member.ts'
import type { MacroAction } from '#contracts/ticket/ticket-action.ts'
import * as m from '#i18n/messages.js'
import { snoozeText } from '#web/admin/tickets/snooze/snooze-choices.ts'
import { priorityLabel, statusLabel } from '#web/ui/ticket-labels.tsx'
import { writtenValue } from '#web/ui/written-value.ts'

type Names = { members: readonly Pick<MemberView, 'id' | 'name'>[]; teams: readonly Pick<TeamView, 'id' | 'name'>[] }

/** An action of a macro in words: "Status: Resolved". */
export function actionText(action: MacroAction, { members, teams }: Names): string {
  switch (action.type) {
    case 'set_status':
      return m.macro_does_status({ status: statusLabel(action.status) })
    case 'set_priority':
      return m.macro_does_priority({ priority: priorityLabel(action.priority) })
    case 'set_category':
      return m.macro_does_category({ category: action.category })
    case 'add_tag':
      return m.macro_does_add_tag({ tag: action.tag })
    case 'remove_tag':
      return m.macro_does_remove_tag({ tag: action.tag })
    case 'set_field':
      return action.value === null
        ? m.macro_does_empty_field()
        : m.macro_does_field({ value: writtenValue(action.value) })
    case 'assign_member':
      return m.macro_does_assign({ name: assigneeName(action.assigneeId, members) })
    case 'snooze':
      return snoozeText(action.until)
    case 'assign_team':
      return m.macro_does_assign({
        name: action.teamId
          ? (teams.find(({ id }) => id === action.teamId)?.name ?? m.macro_former_team())
          : m.macro_no_team(),
      })
    case 'add_note':
      return m.macro_does_note()
  }
}

function assigneeName(id: string | null, members: Names['members']): string {
  if (id === null) return m.macro_nobody()
  if (id === 'me') return m.macro_me()
  return members.find((member) => member.id === id)?.name ?? m.macro_former_member()
}
