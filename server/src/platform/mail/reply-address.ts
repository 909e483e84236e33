import { createHmac, timingSafeEqual } from 'node:crypto'
import { type TenantId, TicketId } from '#contracts/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { deriveKey } from '#server/platform/secrets/encrypt.ts'

type Addressed = Pick<Platform, 'config' | 'masterKey'>

/** Bytes of the tenant's id in a reply address; the rest of it is found by these and checked by the signature. */
const TENANT_BYTES = 4
const TICKET_BYTES = 16
const SIGNATURE_BYTES = 8
const BYTES = TENANT_BYTES + TICKET_BYTES + SIGNATURE_BYTES
/** Digits of so many bytes in base 36: mail programs may change the case of letters. */
const TOKEN_LENGTH = 44
/** Stands before the token of a ticket; the address of a business has no dot. */
const TICKET_PREFIX = 'r.'

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')

const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const signatureOf = ({ masterKey }: Addressed, tenantId: TenantId, ticketId: TicketId): Buffer =>
  createHmac('sha256', deriveKey(masterKey, 'mail reply address'))
    .update(Buffer.concat([bytesOf(tenantId), bytesOf(ticketId)]))
    .digest()
    .subarray(0, SIGNATURE_BYTES)

/** `support+{tag}@domain` of the address that the operator set up for mail; null without one. */
function taggedAddress({ config }: Pick<Addressed, 'config'>, tag: string): string | null {
  return config.inboundMail ? config.inboundMail.address.replace('@', `+${tag}@`) : null
}

/** The address to which mails for a business are sent; null where the operator receives no mail. */
export const businessAddressOf = (platform: Pick<Addressed, 'config'>, slug: string): string | null =>
  taggedAddress(platform, slug)

/**
 * The address that answers to a ticket's mails are sent to. Its signature shows that whoever writes there got a mail of this ticket, or
 * was given one; it grants nothing but a message to this ticket. Null where the operator receives no mail.
 */
export function replyAddressOf(platform: Addressed, tenantId: TenantId, ticketId: TicketId): string | null {
  const token = Buffer.concat([
    bytesOf(tenantId).subarray(0, TENANT_BYTES),
    bytesOf(ticketId),
    signatureOf(platform, tenantId, ticketId),
  ])
  const digits = BigInt(`0x${token.toString('hex')}`)
    .toString(36)
    .padStart(TOKEN_LENGTH, '0')
  return taggedAddress(platform, `${TICKET_PREFIX}${digits}`)
}

/** What an address at the operator's mail domain stands for. */
export type MailAddress =
  | { kind: 'business'; slug: string }
  | {
      kind: 'ticket'
      /** The first and the last id that a tenant of this address can have. */
      tenantIds: [from: string, to: string]
      ticketId: TicketId
      /** Whether the address was made for this tenant. */
      isOf: (tenantId: TenantId) => boolean
    }

/** Reads an address that a mail was delivered to; null for any other address. */
export function readMailAddress(platform: Addressed, address: string): MailAddress | null {
  const [local = '', domain] = platform.config.inboundMail?.address.split('@') ?? []
  const lower = address.trim().toLowerCase()
  if (!domain || !lower.startsWith(`${local}+`) || !lower.endsWith(`@${domain}`)) return null
  const tag = lower.slice(local.length + 1, -domain.length - 1)
  if (!tag.startsWith(TICKET_PREFIX)) return tag ? { kind: 'business', slug: tag } : null
  const digits = tag.slice(TICKET_PREFIX.length)
  return new RegExp(`^[0-9a-z]{${TOKEN_LENGTH}}$`).test(digits) ? readToken(platform, digits) : null
}

function readToken(platform: Addressed, digits: string): MailAddress | null {
  const number = [...digits].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n)
  const hex = number.toString(16).padStart(BYTES * 2, '0')
  if (hex.length !== BYTES * 2) return null
  const bytes = Buffer.from(hex, 'hex')
  const prefix = hex.slice(0, TENANT_BYTES * 2)
  const ticketId = TicketId.safeParse(uuidOf(bytes.subarray(TENANT_BYTES, TENANT_BYTES + TICKET_BYTES)))
  if (!ticketId.success) return null
  const signature = bytes.subarray(TENANT_BYTES + TICKET_BYTES)
  return {
    kind: 'ticket',
    tenantIds: [uuidOf(Buffer.from(prefix.padEnd(32, '0'), 'hex')), uuidOf(Buffer.from(prefix.padEnd(32, 'f'), 'hex'))],
    ticketId: ticketId.data,
    isOf: (tenantId) => timingSafeEqual(signature, signatureOf(platform, tenantId, ticketId.data)),
  }
}
