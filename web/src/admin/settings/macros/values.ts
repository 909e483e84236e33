import type { Priority } from '#contracts/conversation/escalation.ts'
import type { TeamId, UserId } from '#contracts/ids.ts'
import type { MacroView } from '#contracts/ticket/macro.ts'
import type { TicketStatus } from '#contracts/ticket/ticket.ts'
import type { MacroAction } from '#contracts/ticket/ticket-action.ts'
import { snoozeChoiceOf, snoozeEndOf } from '#web/admin/tickets/snooze/snooze-choices.ts'

export type SetField = Extract<MacroAction, { type: 'set_field' }>

/** The inputs of the dialog. */
export type Values = {
  name: string
  body: string
  isShared: boolean
  status: string | null
  priority: string | null
  assignee: string | null
  team: string | null
  tags: string[]
  snooze: string | null
  fields: SetField[]
  note: string
}

const find = <Type extends MacroAction['type']>(macro: MacroView | null, type: Type) =>
  macro?.actions.find((action): action is Extract<MacroAction, { type: Type }> => action.type === type)

const snoozeOf = (action: Extract<MacroAction, { type: 'snooze' }> | undefined) =>
  action ? snoozeChoiceOf(action.until) : null

export const valuesOf = (macro: MacroView | null): Values => ({
  name: macro?.name ?? '',
  body: macro?.body ?? '',
  isShared: macro?.isShared ?? true,
  status: find(macro, 'set_status')?.status ?? null,
  priority: find(macro, 'set_priority')?.priority ?? null,
  assignee: find(macro, 'assign_member')?.assigneeId ?? null,
  team: find(macro, 'assign_team')?.teamId ?? null,
  tags: (macro?.actions ?? []).flatMap((action) => (action.type === 'add_tag' ? [action.tag] : [])),
  snooze: snoozeOf(find(macro, 'snooze')),
  fields: (macro?.actions ?? []).filter((action) => action.type === 'set_field'),
  note: find(macro, 'add_note')?.body ?? '',
})

/** Actions that the dialog does not show (of an import) stay as they are. */
const isShown = ({ type }: MacroAction) => !['set_category', 'remove_tag'].includes(type)

export const actionsOf = (values: Values, macro: MacroView | null): MacroAction[] => [
  ...(macro?.actions ?? []).filter((action) => !isShown(action)),
  ...(values.status ? [{ type: 'set_status', status: values.status as TicketStatus } as const] : []),
  ...(values.priority ? [{ type: 'set_priority', priority: values.priority as Priority } as const] : []),
  ...(values.assignee ? [{ type: 'assign_member', assigneeId: values.assignee as UserId } as const] : []),
  ...(values.team ? [{ type: 'assign_team', teamId: values.team as TeamId } as const] : []),
  ...values.tags.map((tag) => ({ type: 'add_tag', tag }) as const),
  ...(values.snooze ? [{ type: 'snooze', until: snoozeEndOf(values.snooze) } as const] : []),
  ...values.fields,
  ...(values.note.trim() ? [{ type: 'add_note', body: values.note } as const] : []),
]
