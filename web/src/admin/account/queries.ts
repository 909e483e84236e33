import { queryOptions } from '@tanstack/react-query'
import { type AccountView, getAccount, listOwnSessions } from '#contracts/identity/account.ts'
import { call } from '#web/lib/call.ts'
import { queryClient } from '#web/ui/provider.tsx'

export const accountQuery = queryOptions({ queryKey: ['account'], queryFn: () => call(getAccount) })
export const ownSessionsQuery = queryOptions({ queryKey: ['own-sessions'], queryFn: () => call(listOwnSessions) })

/** The key of the desk's `sessionQuery`: its module runs the desk, and the platform owner's page shows this dialog without it. */
const sessionKey = ['session']

/** Shows the account as a change's answer has it; the name in the sidebar follows. */
export function showAccount(account: AccountView): void {
  queryClient.setQueryData(accountQuery.queryKey, account)
  void queryClient.invalidateQueries({ queryKey: sessionKey })
}

export const readAccountAgain = () => queryClient.invalidateQueries(accountQuery)
export const readSessionsAgain = () => queryClient.invalidateQueries(ownSessionsQuery)
