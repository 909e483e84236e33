import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { mentionPattern } from '#contracts/ticket/mention.ts'
import { membersQuery, teamsQuery } from '#web/admin/tickets/queries.ts'
import { RichText } from '#web/kit/markdown/rich-text.tsx'

/** The text of a note with the members and teams that it mentions marked. */
export function NoteText({ text }: { text: string }) {
  const { data: members } = useQuery(membersQuery)
  const { data: teams } = useQuery(teamsQuery)
  const marks = useMemo(
    () => mentionPattern([...(members ?? []), ...(teams ?? [])].map(({ name }) => name)),
    [members, teams],
  )
  return <RichText text={text} homeUrl={location.origin} marks={marks} />
}
