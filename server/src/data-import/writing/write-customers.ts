import type { CustomerId } from '#contracts/ids.ts'
import type { NeutralCustomer } from '#server/data-import/reading/neutral.ts'
import { orderedId } from '#server/platform/db/ordered-id.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { clipLine } from '#server/platform/text/clip.ts'
import { stripControl } from '#server/platform/text/text.ts'
import type { ImportContext } from './context.ts'
import { findCustomers, findImported, insertCustomers, insertRecords } from './queries.ts'

export type Written = { added: number; known: number }

/** Adds the customers that the business does not have. One of the same e-mail is the same person: nothing of theirs changes. */
export async function writeCustomers(
  t: Tx,
  given: readonly NeutralCustomer[],
  context: ImportContext,
): Promise<Written> {
  const imported = await findImported(
    t,
    context.source,
    'customer',
    given.map(({ id }) => id),
  )
  const fresh = given.filter(({ id }) => !imported.has(id))
  if (fresh.length === 0) return { added: 0, known: given.length }
  const emails = [...new Set(fresh.flatMap(({ email }) => email ?? []))]
  const before = await findCustomers(t, emails)
  const added = await insertCustomers(t, newCustomers(fresh, before, context))
  const after = await findCustomers(t, emails)
  const made = new Map([...after].filter(([, id]) => added.has(id)))
  const records = fresh.flatMap((one) => {
    const targetId = one.email ? after.get(one.email) : withoutEmail.get(one)
    // Two records of one e-mail are one customer, which the first of them made.
    const isMade = one.email ? made.delete(one.email) : targetId !== undefined
    return targetId ? [{ externalId: one.id, targetId, isMade }] : []
  })
  await insertRecords(t, context, 'customer', records)
  const count = records.filter(({ isMade }) => isMade).length
  return { added: count, known: given.length - count }
}

/** The ids of those who have no e-mail, by which they would be found. */
const withoutEmail = new WeakMap<NeutralCustomer, CustomerId>()

function newCustomers(
  fresh: readonly NeutralCustomer[],
  known: ReadonlyMap<string, CustomerId>,
  { now }: ImportContext,
) {
  const taken = new Set(known.keys())
  return fresh.flatMap((one) => {
    if (one.email && taken.has(one.email)) return []
    if (one.email) taken.add(one.email)
    const id = orderedId<CustomerId>()
    if (!one.email) withoutEmail.set(one, id)
    const name = clipLine(stripControl(one.name), 120) || 'Anonymous Customer'
    return [{ id, name, email: one.email, at: one.createdAt ?? now.toISOString() }]
  })
}
