import type { PlantedFault } from './fault.ts'

const SNOOZE = 'server/src/ticket/snooze/snooze.ts'
const ROUND_ROBIN = 'server/src/ticket/round-robin/queries.ts'
const IN_TURN = 'server/src/ticket/round-robin/assign-in-turn.test.ts'
const tests = ['server/src/ticket/snooze/snooze.test.ts']

export const faults: PlantedFault[] = [
  {
    breaks: 'a ticket is snoozed until a time that has passed',
    file: SNOOZE,
    find: "  if (until !== 'reply' && until <= t.now) throw invalid({ until: m.error_snooze_past })\n",
    replace: '',
    tests,
  },
  {
    breaks: 'two processes wake a snoozed ticket twice',
    file: SNOOZE,
    find: 'if (ticket.snoozedUntil && ticket.snoozedUntil <= t.now) await',
    replace: 'await',
    tests,
  },
  {
    breaks: 'a snoozed ticket stays asleep when its customer replies',
    file: 'server/src/ticket/reactions.ts',
    find: "  if (isSnoozed(row)) return wakeBy(t, actor, row, { ...latest, status }, 'reply')\n",
    replace: '',
    tests,
  },
  {
    breaks: 'the list shows snoozed tickets',
    file: 'server/src/ticket/conditions.ts',
    find: 'return isSearch || dated ? [] : [NOT_APART]',
    replace: 'return []',
    tests,
  },
  {
    breaks: 'a finished ticket stays snoozed',
    file: 'server/src/ticket/apply-change.ts',
    find: '...(isFinished(status) ? AWAKE : { resolvedAt: null, closedAt: null }),',
    replace: '...(isFinished(status) ? {} : { resolvedAt: null, closedAt: null }),',
    tests,
  },
  {
    breaks: 'who is away gets tickets in turn',
    file: ROUND_ROBIN,
    find: "AND m.removed_at IS NULL AND m.availability = 'available' AND work.open",
    replace: 'AND m.removed_at IS NULL AND work.open',
    tests: [IN_TURN],
  },
  {
    breaks: 'two processes assign more tickets to a member than the limit of the team',
    file: 'server/src/ticket/round-robin/assign-in-turn.ts',
    find: '  await lockAvailableMembers(t, teamId)\n',
    replace: '',
    tests: [IN_TURN],
  },
  {
    breaks: 'every waiting ticket goes to the same member until the limit',
    file: ROUND_ROBIN,
    find: 'ORDER BY tm.last_assigned_at NULLS FIRST, work.open, m.user_id LIMIT 1',
    replace: 'ORDER BY m.user_id LIMIT 1',
    tests: [IN_TURN],
  },
  {
    breaks: 'a joined thread shows a customer the conversation of another session',
    file: 'server/src/conversation/merged-thread.ts',
    find: 'merged.filter((one) => canRead(actor, one))',
    replace: 'merged',
    tests: ['server/src/ticket/merge/merge.test.ts'],
  },
  {
    breaks: 'a customer is led on to a conversation that they may not read',
    file: 'server/src/conversation/load.ts',
    find: 'if (!target || !canRead(actor, target)) break',
    replace: 'if (!target) break',
    tests: ['server/src/ticket/merge/merge.test.ts'],
  },
  {
    breaks: 'tickets of different customers are merged',
    file: 'server/src/ticket/merge/merge.ts',
    find: '  if (!isReadByNobody && !isSameCustomer && !isSameGuest) throw conflict(m.error_ticket_merge_other_customer)\n',
    replace: '',
    tests: ['server/src/ticket/merge/merge.test.ts'],
  },
  {
    breaks: 'merges at the same moment make a circle',
    file: 'server/src/ticket/merge/merge.ts',
    find: '  await lockMerges(t)\n',
    replace: '',
    tests: ['server/src/ticket/merge/merge.test.ts'],
  },
  {
    breaks: 'a merged ticket is changed',
    file: 'server/src/ticket/load.ts',
    find: '  await refuseMerged(t, loaded.ticket)\n',
    replace: '',
    tests: ['server/src/ticket/merge/merge.test.ts'],
  },
  {
    breaks: 'teams beyond the first page of those with waiting tickets get none assigned',
    file: 'server/src/ticket/round-robin/assign-in-turn.ts',
    find: 'last = due.length === TEAMS ? due.at(-1) : undefined',
    replace: 'last = undefined',
    tests: ['server/src/ticket/round-robin/assign-in-turn.test.ts'],
  },
]
