import { randomUUID } from 'node:crypto'
import type { CustomerId, GuestId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { DEFAULT_NAME } from '#server/customer/commands.ts'
import { customerChanged, customerSignedIn } from '#server/customer/events.ts'
import { lockMerges } from '#server/customer/merge/queries.ts'
import { findClaim, findGuestRow, lockGuest, updateGuest } from '#server/customer/queries.ts'
import type { CustomerRow, GuestRow } from '#server/customer/schema.ts'
import type { Guest } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { getTenant, widgetSecretsOf } from '#server/tenant/service.ts'
import { findIdentified, insertIdentified, updateIdentified, useToken } from './queries.ts'
import { readIdentityToken, refused, type SignedIdentity } from './token.ts'

/**
 * The guest becomes the customer whom the business's server names by a signed token, with what they wrote before and what that customer
 * wrote in other browsers. The e-mail of the token is kept as one that nobody proved: it gives access to nothing and merges nothing, since
 * the business may not have proved it either. Gives what the token says. It counts once. Throws forbidden as `readIdentityToken` does, with reason
 * `identity_used` for one that another visit used, and conflict (reason `other_identity`) for a guest who is somebody else already: that
 * visit has to be left first.
 */
export async function identify(tenant: Tenant, { guestId }: Guest, token: string): Promise<SignedIdentity> {
  const row = await getTenant(tenant)
  const now = tenant.platform.clock.now()
  const signed = await readIdentityToken(token, {
    secrets: widgetSecretsOf(tenant.platform, row, now),
    audience: [row.slug, ...row.formerSlugs],
    now,
  })
  return tenant.tx(async (t) => {
    await lockGuest(t, guestId)
    const [guest, known] = await Promise.all([findGuestRow(t, guestId), findIdentified(t, signed.externalId)])
    if (!guest) throw notFound('guest')
    const isSame = guest.identifiedAt !== null && guest.customerId === known?.id
    if (guest.accountId || (guest.identifiedAt && !isSame)) {
      throw conflict(m.error_identity_other, { reason: 'other_identity' })
    }
    // Twice from one visit it says nothing new: a page may be shown again from the browser's cache.
    if (await useToken(t, signed)) await become(t, guest, signed)
    else if (!isSame) throw refused('identity_used')
    return signed
  })
}

async function become(t: Tx, guest: GuestRow, signed: SignedIdentity): Promise<void> {
  // Before any customer's row. It also makes the first visits of one person in two browsers one customer.
  await lockMerges(t)
  const known = await findIdentified(t, signed.externalId)
  const customer = known ? await refresh(t, known, signed) : await add(t, signed)
  const isNew = guest.customerId !== customer.id || guest.identifiedAt === null
  await updateGuest(t, guest.id, { customerId: customer.id, identifiedAt: t.now })
  if (!isNew) return
  const claim = signed.email ? await findOwnClaim(t, guest.id, signed.email, customer.id) : null
  await t.emit(customerSignedIn, { customer, guestId: guest.id, merged: claim })
}

/** What the guest claimed to be by the same e-mail, before the business's server named them. */
async function findOwnClaim(t: Tx, guestId: GuestId, email: string, id: CustomerId): Promise<CustomerId | null> {
  const claim = await findClaim(t, guestId, email)
  return claim && claim.id !== id && claim.claimedBy === guestId ? claim.id : null
}

async function add(t: Tx, { externalId, name, email }: SignedIdentity): Promise<CustomerRow> {
  const id = randomUUID() as CustomerId
  const customer: CustomerRow = {
    tenantId: t.tenantId,
    id,
    name: name ?? DEFAULT_NAME,
    email,
    claimedBy: id as string as GuestId,
    emailVerifiedAt: null,
    accountId: null,
    plan: 'Basic',
    isDemo: false,
    attributes: {},
    preferences: {},
    blockedAt: null,
    partOfId: null,
    erasedAt: null,
    version: 1,
    joinedAt: t.now,
    lastActiveAt: t.now,
    search: null,
  }
  await insertIdentified(t, externalId, customer)
  await t.emit(customerChanged, { customer, previousName: null })
  return customer
}

/** A customer who proved the e-mail since keeps what is proved. */
async function refresh(t: Tx, known: CustomerRow, { name, email }: SignedIdentity): Promise<CustomerRow> {
  if (known.claimedBy !== (known.id as string)) return known
  const customer = await updateIdentified(t, known.id, { name: name ?? known.name, email: email ?? known.email })
  if (customer.name !== known.name) await t.emit(customerChanged, { customer, previousName: known.name })
  return customer
}
