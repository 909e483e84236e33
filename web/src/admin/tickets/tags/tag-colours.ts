import { queryOptions, useQuery } from '@tanstack/react-query'
import { listTagColours, type TagColour } from '#contracts/ticket/tag.ts'
import { call } from '#web/lib/call.ts'

/** The tags that have a colour, by name. Its key begins as that of the fields: one live event reports changes of both. */
const tagColoursQuery = queryOptions({
  queryKey: ['ticket-fields', 'tag-colours'],
  queryFn: async ({ signal }) => (await call(listTagColours, {}, { signal })).items,
  select: (items): ReadonlyMap<string, TagColour> => new Map(items.map(({ name, colour }) => [name, colour])),
  staleTime: 300_000,
})

const NONE: ReadonlyMap<string, TagColour> = new Map()

/** The colours of tags; a tag without one is not there. */
export const useTagColours = (): ReadonlyMap<string, TagColour> => useQuery(tagColoursQuery).data ?? NONE
