import { z } from 'zod'
import { FileIds, FileView } from '#contracts/conversation/file.ts'
import { MessageBody } from '#contracts/conversation/message.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { TicketId } from '#contracts/ids.ts'

/** `reply` goes to the customer, `note` stays with the team. */
export const ComposerMode = z.enum(['reply', 'note'])
export type ComposerMode = z.output<typeof ComposerMode>

/** What a member has typed on a ticket and not sent. Only the member reads it. */
export const ComposerDraft = z.object({
  mode: ComposerMode,
  body: z.string(),
  /** Uploads that are not sent within a day are deleted, and missing here then. */
  files: z.array(FileView),
  /** Another one after each saving, from any device. */
  revision: z.uuid(),
})
export type ComposerDraft = z.output<typeof ComposerDraft>

const Member = { tag: 'tickets', access: 'member' } as const

/** The caller's drafts on a ticket; sending a text deletes its draft. */
export const listComposerDrafts = endpoint({
  ...Member,
  method: 'GET',
  path: '/api/tickets/:ticketId/drafts',
  summary: 'What the caller has typed on a ticket and not sent',
  rate: 'read',
  params: z.object({ ticketId: TicketId }),
  reply: z.object({ items: z.array(ComposerDraft).max(2) }),
})

/**
 * Stores a draft; an empty one deletes it. `revision` is the stored one that the caller saw, null for none: where another device stored
 * another one meanwhile, the reply is 409 with it.
 */
export const saveComposerDraft = endpoint({
  ...Member,
  method: 'PUT',
  path: '/api/tickets/:ticketId/drafts',
  summary: 'Keep what the caller has typed on a ticket',
  rate: 'write',
  params: z.object({ ticketId: TicketId }),
  body: z.strictObject({
    mode: ComposerMode,
    body: MessageBody,
    fileIds: FileIds,
    revision: z.uuid().nullable(),
  }),
  reply: z.object({ draft: ComposerDraft.nullable() }),
})
