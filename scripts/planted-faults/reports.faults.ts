import type { PlantedFault } from './fault.ts'

export const faults: PlantedFault[] = [
  {
    breaks: 'members read the activity in English, whatever their language',
    file: 'server/src/tenant/activity.ts',
    find: 'known ? inLanguage(known, language) : action',
    replace: 'action',
    tests: ['server/src/report/activity-language.test.ts'],
  },
  {
    breaks: 'an AI resolution keeps its credit when the customer comes back within seven days',
    file: 'server/src/report/assistant-queries.ts',
    find: "const RETURN = `interval '7 days'`",
    replace: "const RETURN = `interval '6 days'`",
    tests: ['server/src/report/report.test.ts'],
  },
  {
    breaks: 'demo tickets are in the figures',
    file: 'server/src/report/ticket-queries.ts',
    find: 'FROM ticket WHERE tenant_id = $1 AND NOT is_demo AND created_at >= $2 AND created_at < $4`',
    replace: 'FROM ticket WHERE tenant_id = $1 AND created_at >= $2 AND created_at < $4`',
    tests: ['server/src/report/report.test.ts'],
  },
  {
    breaks: 'a first response by the assistant is not measured',
    file: 'server/src/ticket/create-for-conversation.ts',
    find: 'isNew ? {} : { responseSeconds: firstAnswerSeconds(t, conversation.id) }',
    replace: '{}',
    tests: ['server/src/report/report.test.ts'],
  },
  {
    breaks: 'a figure of answered tickets opens those that nobody answered too',
    file: 'server/src/ticket/conditions.ts',
    find: "...(dated === 'answered' ? ['t.response_seconds IS NOT NULL'] : []),",
    replace: '',
    tests: ['server/src/report/report.test.ts'],
  },
  {
    breaks: 'a report is mailed by each process that finds it due',
    file: 'server/src/report/mail.ts',
    find: ".where(eq(reportSchedule.tenantId, t.tenantId)).for('update')",
    replace: '.where(eq(reportSchedule.tenantId, t.tenantId))',
    tests: ['server/src/report/mail.test.ts'],
  },
]
