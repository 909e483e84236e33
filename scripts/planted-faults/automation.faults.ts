import type { PlantedFault } from './fault.ts'

export const faults: PlantedFault[] = [
  {
    breaks: 'two rules that undo each other go on until the chain is too deep',
    file: 'server/src/automation/rules/run.ts',
    find: "if (isInChain) return 'stopped_loop'",
    replace: '',
    tests: ['server/src/automation/rules/rules.test.ts'],
  },
  {
    breaks: 'a chain of rules goes on without an end',
    file: 'server/src/automation/rules/run.ts',
    find: "  if (depth >= MAX_CHAIN_DEPTH) return 'stopped_depth'\n",
    replace: '',
    tests: ['server/src/automation/rules/rules.test.ts'],
  },
  {
    breaks: 'a rule acts on one ticket again and again within the hour',
    file: 'server/src/automation/rules/run.ts',
    find: "return lastHour >= MOST_RUNS_AN_HOUR ? 'stopped_often' : null",
    replace: 'return null',
    tests: ['server/src/automation/rules/rules.test.ts'],
  },
  {
    breaks: 'a rule that is switched off acts when its time has passed',
    file: 'server/src/automation/rules/run.ts',
    find: "return rule?.isOn && rule.trigger === 'time_passed' ? [rule] : []",
    replace: "return rule?.trigger === 'time_passed' ? [rule] : []",
    tests: ['server/src/automation/rules/rules.test.ts'],
  },
  {
    breaks: 'a dry run of agreed times counts a resolved ticket as breached when its thread does not say so',
    file: 'server/src/automation/sla/dry-run.ts',
    find: 'AND id = ANY ($3::uuid[]) AND resolved_at IS NOT NULL',
    replace: 'AND id = ANY ($3::uuid[]) AND false',
    tests: ['server/src/automation/sla/sla.test.ts'],
  },
  {
    breaks: 'an agreed time passes while the ticket waits for the customer',
    file: 'server/src/automation/sla/standing.ts',
    find: "const isPaused = isFinished || status === 'waiting'",
    replace: 'const isPaused = isFinished',
    tests: ['server/src/automation/sla/standing.test.ts'],
  },
  {
    breaks: 'a reply that came in time is reported as a breach later',
    file: 'server/src/automation/sla/standing.ts',
    find: '    if (clock.endedAt) return clock\n',
    replace: '',
    tests: ['server/src/automation/sla/sla.test.ts'],
  },
  {
    breaks: 'a business is open on its holidays',
    file: 'server/src/tenant/hours.ts',
    find: '|| closed.has(date) || closed.has(date.slice(5))) return null',
    replace: ') return null',
    tests: ['server/src/tenant/hours.test.ts'],
  },
]
