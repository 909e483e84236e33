import { z } from 'zod'

/**
 * What the assistant did about a mail. `pending`: it is asked. `sent`: its answer was mailed. `draft`: a suggested reply waits for a person.
 * `none`: there was nothing to answer.
 */
export const MailAnswer = z.enum(['pending', 'sent', 'draft', 'none'])
export type MailAnswer = z.output<typeof MailAnswer>

/**
 * Why the assistant did not send its answer by itself. `draft_only`: the business has its answers read by a person. `unverified`: nothing proves
 * the sender. `other_writer`: the customer did not write it. `repeated`: the same words arrived already within a day. `follow_up`: it is an
 * answer to the assistant's mail. `too_many`: the sender had an automatic mail within the hour. `machine`: its address takes no answers. `urgent`, `complaint`,
 * `person_requested`: a person is needed. `unsure`: nothing it knows is sure enough. `overtaken`: somebody answered, or the customer wrote
 * again. `failed`: it gave no answer.
 */
export const NoAnswerReason = z.enum([
  'draft_only',
  'unverified',
  'other_writer',
  'repeated',
  'follow_up',
  'too_many',
  'machine',
  'urgent',
  'complaint',
  'person_requested',
  'unsure',
  'overtaken',
  'failed',
])
export type NoAnswerReason = z.output<typeof NoAnswerReason>
