import { createHmac } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import * as m from '#i18n/messages.js'
import { AppError } from '#server/platform/errors.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { isSameSecret } from '#server/platform/secrets/tokens.ts'
import { tenantOfAddress } from './recipients.ts'
import { acceptMail, type StoredMail, storeBytes } from './store-mail.ts'

/** How old a signature may be: a recorded request cannot be sent again later. */
const SIGNATURE_SECONDS = 300
const MOST_RECIPIENTS = 50

type Delivery = { tenant: Tenant; recipient: string }

/**
 * Takes in a mail that the operator's mail server hands over. The signature is checked before the body is read, and the body's hash, which
 * is signed, after it. Throws unauthenticated for a wrong or old signature, not_found where no recipient is a business; then nothing is
 * kept, and the mail server answers its sender.
 */
export async function receiveMail(platform: Platform, request: FastifyRequest): Promise<{ accepted: number }> {
  const { recipients, contentHash } = readSigned(platform, request)
  const [first, ...others] = await deliveriesTo(platform, recipients)
  if (!first) throw new AppError('not_found', m.error_mail_recipient)
  if (!request.body) throw new AppError('invalid_input', m.error_mail_hash)
  const stored = await storeBytes(platform, request.body as Readable)
  try {
    if (stored.contentHash !== contentHash) throw new AppError('invalid_input', m.error_mail_hash)
    // Each business has a file of its own, which it may delete; the first gets the one that is there.
    for (const delivery of others) await deliver(platform, delivery, await copyOf(platform, stored))
  } catch (error) {
    await platform.files.remove(stored.storageKey)
    throw error
  }
  await deliver(platform, first, stored)
  return { accepted: 1 + others.length }
}

/** The headers of a request, once their signature is checked. */
function readSigned(
  { config, clock }: Platform,
  { headers }: FastifyRequest,
): { recipients: string[]; contentHash: string } {
  const read = (name: string): string => {
    const value = headers[`x-segue-${name}`]
    return typeof value === 'string' ? value : ''
  }
  const [timestamp, recipient, contentHash] = [read('timestamp'), read('recipient'), read('content-sha256')]
  const secret = config.inboundMail?.secret
  const expected = createHmac('sha256', secret ?? '')
    .update(`${timestamp}.${recipient}.${contentHash}`)
    .digest('hex')
  const age = Math.abs(clock.now().getTime() / 1000 - Number(timestamp))
  const isRecent = /^\d{1,12}$/.test(timestamp) && age <= SIGNATURE_SECONDS
  if (!secret || !isRecent || !isSameSecret(read('signature'), `v1=${expected}`))
    throw new AppError('unauthenticated', m.error_mail_signature)
  const recipients = recipient.split(',').map((address) => address.trim().toLowerCase())
  return { recipients: recipients.slice(0, MOST_RECIPIENTS), contentHash }
}

/** One for each business, by the first of its addresses. */
async function deliveriesTo(platform: Platform, recipients: readonly string[]): Promise<Delivery[]> {
  const found = new Map<string, Delivery>()
  for (const recipient of recipients) {
    const tenant = await tenantOfAddress(platform, recipient)
    if (tenant && !found.has(tenant.id)) found.set(tenant.id, { tenant, recipient })
  }
  return [...found.values()]
}

async function copyOf(platform: Platform, { storageKey, ...facts }: StoredMail): Promise<StoredMail> {
  const { stream } = await platform.files.open(storageKey)
  const { storageKey: copied } = await storeBytes(platform, stream)
  return { ...facts, storageKey: copied }
}

/** The file stays where the business keeps the mail. */
async function deliver(platform: Platform, { tenant, recipient }: Delivery, stored: StoredMail): Promise<void> {
  const isKept = await acceptMail(tenant, stored, recipient).catch(async (error: unknown) => {
    await platform.files.remove(stored.storageKey)
    throw error
  })
  if (!isKept) await platform.files.remove(stored.storageKey)
}
