import type { PlantedFault } from './fault.ts'

export const faults: PlantedFault[] = [
  {
    breaks: 'after support access the platform owner’s requests act on their own business',
    file: 'server/src/owner/support-access.ts',
    find: '    await bindSession(t, sessionId, tenantId)\n',
    replace: '',
    tests: ['server/src/owner/support-access.test.ts'],
  },
  {
    breaks: 'a page that is opened after support access leads to the owner’s own business without a word',
    file: 'server/src/identity/reads.ts',
    find: '\n       AND NOT EXISTS (SELECT 1 FROM ended_support_of(id, $2))',
    replace: ' AND $2::timestamptz IS NOT NULL',
    tests: ['server/src/owner/support-access.test.ts'],
  },
  {
    breaks: 'the session of a support access switches to another business',
    file: 'server/src/identity/memberships.ts',
    find: 'if (support.length > 0)',
    replace: 'if (support.length > 1)',
    tests: ['server/src/owner/support-access.test.ts'],
  },
  {
    breaks: 'several support accesses of one owner are active at once',
    file: 'server/src/owner/support-access.ts',
    find: `  await t.sql('SELECT 1 FROM auth."user" WHERE id = $1 FOR UPDATE', [actor.userId])\n`,
    replace: '',
    tests: ['server/src/owner/support-access.test.ts'],
  },
  {
    breaks: 'the audit log has an act of the owner that was refused',
    file: 'server/src/owner/act.ts',
    find: 'const result = await run(platform)\n    await recordAudit(platform, entryOf(call, act))',
    replace: 'await recordAudit(call.platform, entryOf(call, act))\n    const result = await run(platform)',
    tests: ['server/src/owner/operations.test.ts'],
  },
  {
    breaks: 'the revenue estimate counts businesses that are not onboarded',
    file: 'server/src/owner/queries.ts',
    find: ' AND is_onboarded',
    replace: '',
    tests: ['server/src/owner/tenants.test.ts'],
  },
  {
    breaks: 'a suspended business goes on answering',
    file: 'server/src/assistant/answering/turn.ts',
    find: "  if (business.status !== 'ACTIVE') throw notFound('conversation')\n",
    replace: '',
    tests: ['server/src/owner/suspension.test.ts'],
  },
  {
    breaks: 'a suspended business goes on sending mail',
    file: 'server/src/notification/jobs.ts',
    find: "      if (sender.status !== 'ACTIVE') return () => null\n",
    replace: '',
    tests: ['server/src/owner/suspension.test.ts'],
  },
]
