import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { getStaff } from '#contracts/team/staff.ts'
import { membersQuery, teamsQuery } from '#web/admin/tickets/queries.ts'
import { call } from '#web/lib/call.ts'

export const staffQuery = queryOptions({
  queryKey: ['staff'],
  queryFn: ({ signal }) => call(getStaff, {}, { signal }),
})

/** After a change of members, invitations or teams: every screen that shows them reads them again. */
export function readStaffAgain(client: QueryClient): void {
  for (const { queryKey } of [staffQuery, membersQuery, teamsQuery]) void client.invalidateQueries({ queryKey })
}
