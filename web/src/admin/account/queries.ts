import { queryOptions } from '@tanstack/react-query'
import { type AccountView, getAccount, listOwnSessions } from '#contracts/identity/account.ts'
import { sessionQuery } from '#web/admin/session-query.ts'
import { call } from '#web/lib/call.ts'
import { queryClient } from '#web/ui/provider.tsx'

export const accountQuery = queryOptions({ queryKey: ['account'], queryFn: () => call(getAccount) })
export const ownSessionsQuery = queryOptions({ queryKey: ['own-sessions'], queryFn: () => call(listOwnSessions) })

/** Shows the account as a change's answer has it; the name in the sidebar follows. */
export function showAccount(account: AccountView): void {
  queryClient.setQueryData(accountQuery.queryKey, account)
  void queryClient.invalidateQueries(sessionQuery)
}

export const readAccountAgain = () => queryClient.invalidateQueries(accountQuery)
export const readSessionsAgain = () => queryClient.invalidateQueries(ownSessionsQuery)
