import { z } from 'zod'
import { Source } from '#contracts/conversation/message.ts'
import { TenantId, TicketId } from '#contracts/ids.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Job, job } from '#server/platform/jobs/job.ts'
import { tenantOf } from '#server/platform/platform.ts'
import { failTicketBrief, writeTicketBrief } from './write-brief.ts'

/** A reply that is drafted already; the brief then makes none of its own. */
const DraftedReply = z.object({
  text: z.string(),
  sources: z.array(Source),
  model: z.string().nullable(),
  /** The newest message that it answers. */
  upToSeq: z.number().int(),
})
export type DraftedReply = z.output<typeof DraftedReply>

const Payload = z.object({ tenantId: TenantId, ticketId: TicketId, reply: DraftedReply.optional() })
type Payload = z.output<typeof Payload>

/** Writes the brief of a ticket in the background; the ticket can be answered meanwhile. */
export const writeBriefJob: Job<Payload> = job({
  name: 'assistant.writeTicketBrief',
  payload: Payload,
  attempts: 3,
  retryDelaySeconds: 2,
  timeoutSeconds: 60,
  concurrency: 2,
  canWait: true,
  keyOf: ({ ticketId, reply }) => (reply ? `${ticketId} ${reply.upToSeq}` : ticketId),
  run: (platform, { tenantId, ticketId, reply }) =>
    writeTicketBrief(tenantOf(platform, tenantId), ticketId, reply).catch(unlessDeleted),
  onGivenUp: (platform, { tenantId, ticketId }) =>
    failTicketBrief(tenantOf(platform, tenantId), ticketId).catch(unlessDeleted),
})

function unlessDeleted(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'not_found')) throw error
}
