import type { PlantedFault } from './fault.ts'

export const faults: PlantedFault[] = [
  {
    breaks: 'who changed something is shown what was before, by a replica that is behind',
    file: 'server/src/platform/route/own-changes.ts',
    find: ' && !headers.cookie?.includes(`${NAME}=`)',
    replace: '',
    tests: ['server/src/platform/db/replica/replica.test.ts'],
  },
  {
    breaks: 'who changed something is not marked for its next reads',
    file: 'server/src/platform/route/own-changes.ts',
    find: "if (isChange(request, readers.get(request))) reply.header('set-cookie', markOf(platform))",
    replace: '',
    tests: ['server/src/platform/db/replica/replica.test.ts'],
  },
  {
    breaks: 'a program with a key is shown what was before its own change',
    file: 'server/src/platform/route/own-changes.ts',
    find: ' && headers.authorization === undefined',
    replace: '',
    tests: ['server/src/platform/db/replica/replica.test.ts'],
  },
  {
    breaks: 'a replica shows less than the live events that this process sent on',
    file: 'server/src/platform/db/replica/replica.ts',
    find: 'Math.max(performance.now() - MOST_BEHIND_MS, lastChanges.at(tenantId))',
    replace: 'performance.now() - MOST_BEHIND_MS',
    tests: ['server/src/platform/db/replica/replica.test.ts'],
  },
  {
    breaks: 'what a replica gives counts though it has not replayed enough',
    file: 'server/src/platform/db/replica/replica.ts',
    find: 'walPosition(there.position) < least',
    replace: 'walPosition(there.position) < 0n',
    tests: ['server/src/platform/db/replica/replica.test.ts'],
  },
  {
    breaks: 'a replica that fails fails the request',
    file: 'server/src/platform/db/replica/replica.ts',
    find: "return onPrimary('failed')",
    replace: 'throw err',
    tests: ['server/src/platform/db/replica/replica.test.ts'],
  },
]
