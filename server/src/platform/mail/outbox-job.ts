import * as m from '#i18n/messages.js'
import type { Job } from '#server/platform/jobs/job.ts'
import { storedLine } from '#server/platform/text/stored-text.ts'
import { MailError } from './mailer.ts'

/** How every outbox retries: from 30 s to 2 h between attempts, for at least 24 hours. */
export const OUTBOX_RETRIES = {
  attempts: 21,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 7200,
  timeoutSeconds: 90,
} satisfies Partial<Job<unknown>>

/** A pending mail without a job counts as lost after this time. */
export const LOST_AFTER_MS = 10 * 60_000
/** The most lost mails that one sweep enqueues. */
export const SWEEP_LIMIT = 1000

/** What an admin may read, as it is stored: the sentence of a MailError, never the text of an unexpected error. */
export const mailFaultOf = (error: unknown): string =>
  storedLine(error instanceof MailError ? error.text : m.mail_fault_unknown)

/** True for a mail that no further attempt can deliver. */
export const isFinalFault = (error: unknown): boolean => error instanceof MailError && error.permanent
