import type { ConditionPart, RuleConditions, RuleContent } from '#contracts/automation/rule.ts'
import type { TicketAction } from '#contracts/ticket/ticket-action.ts'
import * as m from '#i18n/messages.js'
import { snoozeText } from '#web/admin/tickets/snooze/snooze-choices.ts'
import { writtenValue } from '#web/ui/written-value.ts'
import { keysOf, partLabels, sinceLabels, triggerLabels } from './labels.ts'
import { labelIn, type Names } from './names.ts'

/** A rule in plain words: "When a ticket is created and the priority is High, then add the tag vip." */
export function sentenceOf(
  rule: Pick<RuleContent, 'trigger' | 'time' | 'conditions' | 'actions'>,
  names: Names,
): string {
  const when = rule.time
    ? m.rule_say_time({ hours: rule.time.hours, since: sinceLabels[rule.time.since]() })
    : triggerLabels[rule.trigger]()
  const conditions = keysOf(partLabels).flatMap((part) => conditionText(part, rule.conditions, names))
  const then = listed(
    rule.actions.map((action) => actionText(action, names)),
    'and',
  )
  return conditions.length > 0
    ? m.rule_sentence_if({ when, condition: listed(conditions, 'and'), then })
    : m.rule_sentence({ when, then })
}

function conditionText(part: ConditionPart, conditions: RuleConditions, names: Names): string[] {
  if (part === 'words') return conditions.words ? [m.rule_say_words({ values: conditions.words })] : []
  const given = conditions[part]
  if (!given || given.length === 0) return []
  const values = listed(
    given.map((value) => labelIn(names.of(part), value)),
    'or',
  )
  return [
    part === 'tags' ? m.rule_say_tags({ values }) : m.rule_say_part({ part: partLabels[part]().toLowerCase(), values }),
  ]
}

/** What one action does: "set the priority to Urgent". */
export function actionText(action: TicketAction, names: Names): string {
  switch (action.type) {
    case 'set_status':
      return m.rule_say_set_status({ value: labelIn(names.of('statuses'), action.status) })
    case 'set_priority':
      return m.rule_say_set_priority({ value: labelIn(names.of('priorities'), action.priority) })
    case 'set_category':
      return m.rule_say_set_category({ value: action.category })
    case 'add_tag':
      return m.rule_say_add_tag({ value: action.tag })
    case 'remove_tag':
      return m.rule_say_remove_tag({ value: action.tag })
    case 'set_field': {
      const name = names.fields.find(({ id }) => id === action.fieldId)?.name ?? m.rule_gone()
      if (action.value === null) return m.rule_say_empty_field({ name })
      return m.rule_say_set_field({ name, value: writtenValue(action.value) })
    }
    case 'assign_member':
      if (action.assigneeId === null) return m.rule_say_unassign()
      return m.rule_say_assign_member({ value: labelIn(names.members, action.assigneeId) })
    case 'assign_team':
      if (action.teamId === null) return m.rule_say_unassign_team()
      return m.rule_say_assign_team({ value: labelIn(names.teams, action.teamId) })
    case 'snooze':
      return snoozeText(action.until)
    case 'add_note':
      return m.rule_say_add_note()
    case 'send_reply':
      return m.rule_say_send_reply()
  }
}

/** `a, b and c`, `a, b or c`. */
function listed(texts: string[], how: 'and' | 'or'): string {
  const last = texts.at(-1) ?? ''
  if (texts.length < 2) return last
  return (how === 'and' ? m.rule_and : m.rule_or)({ first: texts.slice(0, -1).join(', '), last })
}
