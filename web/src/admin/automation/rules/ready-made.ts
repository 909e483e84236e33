import type { RuleContent } from '#contracts/automation/rule.ts'
import * as m from '#i18n/messages.js'

const UNFINISHED = ['open', 'in-progress'] as const

/** Rules to start from, in the reader's language. */
export const readyMadeRules = (): RuleContent[] => [
  {
    name: m.rule_ready_urgent_words(),
    trigger: 'created',
    time: null,
    conditions: { words: m.rule_ready_refund_words() },
    actions: [
      { type: 'set_priority', priority: 'high' },
      { type: 'add_tag', tag: m.rule_ready_refund_tag() },
    ],
  },
  {
    name: m.rule_ready_stale(),
    trigger: 'time_passed',
    time: { since: 'last_message', hours: 24 },
    conditions: { statuses: [...UNFINISHED] },
    actions: [
      { type: 'set_priority', priority: 'high' },
      { type: 'add_tag', tag: m.rule_ready_stale_tag() },
    ],
  },
  {
    name: m.rule_ready_remind(),
    trigger: 'time_passed',
    time: { since: 'last_message', hours: 72 },
    conditions: { statuses: ['waiting'] },
    actions: [{ type: 'send_reply', body: m.rule_ready_remind_body({ name: '{{customer.first_name|there}}' }) }],
  },
  {
    name: m.rule_ready_give_up(),
    trigger: 'time_passed',
    time: { since: 'last_message', hours: 336 },
    conditions: { statuses: ['waiting'] },
    actions: [{ type: 'set_status', status: 'resolved' }],
  },
  {
    name: m.rule_ready_breach(),
    trigger: 'sla_breached',
    time: null,
    conditions: {},
    actions: [
      { type: 'set_priority', priority: 'urgent' },
      { type: 'add_tag', tag: m.rule_ready_breach_tag() },
    ],
  },
  {
    name: m.rule_ready_low_rating(),
    trigger: 'rated',
    time: null,
    conditions: { ratings: ['1', '2'] },
    actions: [
      { type: 'add_tag', tag: m.rule_ready_rating_tag() },
      { type: 'add_note', body: m.rule_ready_low_rating_note() },
    ],
  },
]
