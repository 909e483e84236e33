import { useEffect } from 'react'
import { listAvatars } from '#contracts/identity/appearance.ts'
import { call } from '#web/lib/call.ts'
import { queryClient } from '#web/ui/provider.tsx'
import { showAvatars } from './avatars.ts'
import { useDeskEvents } from './desk-events.ts'
import { useMember } from './session.ts'
import { sessionQuery } from './session-query.ts'

/** Without an answer initials are shown. */
const readAvatars = () =>
  void call(listAvatars).then(
    ({ items }) => showAvatars(items),
    () => undefined,
  )

/** Reads the team's pictures, and follows what members change of their looks: pictures, and the own colours on another device. */
export function LooksWatch(): null {
  const { user } = useMember()
  useEffect(readAvatars, [])
  useDeskEvents((event) => {
    if (event.type !== 'member.looks_changed' && event.type !== 'resync') return
    readAvatars()
    if (event.type === 'resync' || event.userId === user.id) void queryClient.invalidateQueries(sessionQuery)
  })
  return null
}
