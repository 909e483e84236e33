import type { ConditionPart, RunOutcome, TimeCondition } from '#contracts/automation/rule.ts'
import type { RuleTrigger } from '#contracts/automation/trigger.ts'
import type { TicketAction } from '#contracts/ticket/ticket-action.ts'
import type { Channel } from '#contracts/ticket/ticket-filter.ts'
import * as m from '#i18n/messages.js'

export const triggerLabels: Record<RuleTrigger, () => string> = {
  created: m.rule_trigger_created,
  customer_replied: m.rule_trigger_customer_replied,
  member_replied: m.rule_trigger_member_replied,
  status_changed: m.rule_trigger_status_changed,
  priority_changed: m.rule_trigger_priority_changed,
  assigned: m.rule_trigger_assigned,
  tags_changed: m.rule_trigger_tags_changed,
  rated: m.rule_trigger_rated,
  sla_warned: m.rule_trigger_sla_warned,
  sla_breached: m.rule_trigger_sla_breached,
  time_passed: m.rule_trigger_time_passed,
}

export const sinceLabels: Record<TimeCondition['since'], () => string> = {
  created: m.rule_since_created,
  last_message: m.rule_since_last_message,
  resolved: m.rule_since_resolved,
}

export const partLabels: Record<ConditionPart, () => string> = {
  words: m.rule_part_words,
  statuses: m.rule_part_statuses,
  priorities: m.rule_part_priorities,
  assignees: m.rule_part_assignees,
  teams: m.rule_part_teams,
  tags: m.rule_part_tags,
  categories: m.rule_part_categories,
  channels: m.rule_part_channels,
  ratings: m.rule_part_ratings,
}

export const actionLabels: Record<TicketAction['type'], () => string> = {
  set_status: m.rule_action_set_status,
  set_priority: m.rule_action_set_priority,
  set_category: m.rule_action_set_category,
  add_tag: m.rule_action_add_tag,
  remove_tag: m.rule_action_remove_tag,
  set_field: m.rule_action_set_field,
  assign_member: m.rule_action_assign_member,
  assign_team: m.rule_action_assign_team,
  snooze: m.ticket_snooze,
  add_note: m.rule_action_add_note,
  send_reply: m.rule_action_send_reply,
}

export const channelLabels: Record<Channel, () => string> = {
  chat: m.ticket_source_chat,
  form: m.ticket_source_guest_portal,
  desk: m.ticket_source_desk,
  email: m.ticket_source_email,
}

export const outcomeLabels: Record<RunOutcome, () => string> = {
  applied: m.rule_outcome_applied,
  stopped_loop: m.rule_outcome_stopped_loop,
  stopped_depth: m.rule_outcome_stopped_depth,
  stopped_often: m.rule_outcome_stopped_often,
}

/** The keys of a label table, in its order: pages know the values of a contract as types only. */
export const keysOf = <Key extends string>(labels: Record<Key, unknown>) => Object.keys(labels) as Key[]
/** As a select wants them. */
export const optionsOf = <Key extends string>(labels: Record<Key, () => string>) =>
  keysOf(labels).map((value) => ({ value, label: labels[value]() }))
