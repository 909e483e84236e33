import { z } from 'zod'
import { TenantId, TicketId } from '#contracts/ids.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Job, job } from '#server/platform/jobs/job.ts'
import { tenantOf } from '#server/platform/platform.ts'
import { failTicketBrief, writeTicketBrief } from './write-brief.ts'

const Payload = z.object({ tenantId: TenantId, ticketId: TicketId })
type Payload = z.output<typeof Payload>

/** Writes the brief of a ticket in the background; the ticket can be answered meanwhile. */
export const writeBriefJob: Job<Payload> = job({
  name: 'assistant.writeTicketBrief',
  payload: Payload,
  attempts: 3,
  retryDelaySeconds: 2,
  timeoutSeconds: 60,
  concurrency: 2,
  keyOf: ({ ticketId }) => ticketId,
  run: (platform, { tenantId, ticketId }) =>
    writeTicketBrief(tenantOf(platform, tenantId), ticketId).catch(unlessDeleted),
  onGivenUp: (platform, { tenantId, ticketId }) =>
    failTicketBrief(tenantOf(platform, tenantId), ticketId).catch(unlessDeleted),
})

function unlessDeleted(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'not_found')) throw error
}
