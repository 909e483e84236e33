import type { Tx } from '#server/platform/db/tenant.ts'

const DESK = { desk: true, conversation: null } as const

/** The open desks read the imports again. */
export const publishImports = (t: Tx): void => t.publish({ type: 'desk.changed', part: 'imports', by: null }, DESK)

/** Many tickets and customers came or went: the open desks read again all that they show. */
export const publishMoved = (t: Tx): void => t.publish({ type: 'resync' }, DESK)
