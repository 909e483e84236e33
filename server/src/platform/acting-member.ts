import { AsyncLocalStorage } from 'node:async_hooks'

const names = new AsyncLocalStorage<string | null>()

/** Runs a member's request: live events of what it changes name the member. Null, for everybody and everything else, names nobody. */
export const runAs = <T>(memberName: string | null, run: () => T): T => names.run(memberName, run)

/** The name of the member whose request is running. */
export const actingMember = (): string | null => names.getStore() ?? null
