import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { requiredLine } from '#contracts/fields.ts'
import { BulkChangeView } from './bulk-change.ts'

/** The colours of tags: each readable in light and dark. */
export const TagColour = z.enum(['red', 'amber', 'green', 'teal', 'blue', 'violet', 'pink'])
export type TagColour = z.output<typeof TagColour>

/** A tag that tickets have, and how many. */
export const TagView = z.object({ name: z.string(), tickets: z.number().int(), colour: TagColour.nullable() })
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
  scope: 'tickets:read',
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

/** Colours of a business's tags, at most. */
export const MAX_COLOURED_TAGS = 500

/** The tags that have a colour: what a screen needs to show tags. */
export const listTagColours = endpoint({
  ...Tags,
  method: 'GET',
  path: '/api/ticket-tags/colours',
  summary: 'The colours of tags',
  rate: 'read',
  reply: z.object({ items: z.array(z.object({ name: z.string(), colour: TagColour })) }),
})

/** Gives a tag a colour; null takes it away. */
export const colourTag = endpoint({
  ...Tags,
  method: 'POST',
  path: '/api/ticket-tags/colour',
  summary: 'Give a tag a colour',
  rate: 'write',
  body: z.strictObject({ name: Name, colour: TagColour.nullable() }),
  reply: z.object({ name: z.string(), colour: TagColour.nullable() }),
})
