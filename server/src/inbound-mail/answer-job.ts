import { z } from 'zod'
import { InboundMailId, TenantId } from '#contracts/ids.ts'
import { AppError } from '#server/platform/errors.ts'
import { job } from '#server/platform/jobs/job.ts'
import { tenantOf } from '#server/platform/platform.ts'
import { answerMail, leaveToPerson } from './answering/answer-mail.ts'

/** The payload of the jobs of one mail. */
export const MailPayload = z.object({ tenantId: TenantId, mailId: InboundMailId })
export type MailPayload = z.output<typeof MailPayload>

/** Has the assistant answer a mail that became a message. */
export const answerMailJob = job<MailPayload>({
  name: 'inbound-mail.answer',
  payload: MailPayload,
  attempts: 3,
  retryDelaySeconds: 5,
  timeoutSeconds: 60,
  // Nobody waits at a screen: a thousand mails after an outage keep no chat waiting, and are tickets first.
  concurrency: 2,
  canWait: true,
  keyOf: ({ mailId }) => mailId,
  run: (platform, { tenantId, mailId }) => answerMail(tenantOf(platform, tenantId), mailId).catch(unlessGone),
  onGivenUp: (platform, { tenantId, mailId }) => leaveToPerson(tenantOf(platform, tenantId), mailId).catch(unlessGone),
})

/** The ticket was deleted, or the business is suspended: then the mail is answered once it is active. */
function unlessGone(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'not_found')) throw error
}
