import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { requiredLine } from '#contracts/fields.ts'
import { BulkChangeView } from './bulk-change.ts'

/** A tag that tickets have, and how many. */
export const TagView = z.object({ name: z.string(), tickets: z.number().int() })
export type TagView = z.output<typeof TagView>

/** The list shows so many tags, those of the most tickets. */
export const MAX_LISTED_TAGS = 500

const Tags = { tag: 'tickets', access: 'member' } as const
const Name = requiredLine(40, 'error_enter_tag')

export const listTags = endpoint({
  ...Tags,
  method: 'GET',
  path: '/api/ticket-tags',
  summary: 'The tags of tickets with their number of tickets',
  rate: 'read',
  reply: z.object({ items: z.array(TagView), can: z.object({ edit: z.boolean() }) }),
})

/** Renames a tag at every ticket and in every saved view; with the name of another tag the two become one. */
export const renameTag = endpoint({
  ...Tags,
  method: 'POST',
  path: '/api/ticket-tags/rename',
  summary: 'Rename a tag, or merge it into another',
  rate: 'write',
  body: z.strictObject({ name: Name, to: Name }),
  reply: BulkChangeView,
})

/** Removes a tag from every ticket. A saved view that filters by it says so. */
export const deleteTag = endpoint({
  ...Tags,
  method: 'POST',
  path: '/api/ticket-tags/removal',
  summary: 'Remove a tag from all tickets',
  rate: 'write',
  body: z.strictObject({ name: Name }),
  reply: BulkChangeView,
})
