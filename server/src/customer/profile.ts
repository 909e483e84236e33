import { isDeepStrictEqual } from 'node:util'
import type { AttributeValue } from '#contracts/customer/attribute.ts'
import type { CustomerPlan, CustomerView } from '#contracts/customer/customer.ts'
import type { CustomerId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { text } from '#server/platform/text/message.ts'
import { recordActivity } from '#server/tenant/service.ts'
import { applyValues, type GivenValues } from './attribute-values.ts'
import { customerUpdated } from './events.ts'
import { publishCustomer } from './live-events.ts'
import { lockGroups } from './merge/merge.ts'
import { lockMerges, setBlocked } from './merge/queries.ts'
import { presentCustomer } from './present.ts'
import { lockCustomerRow, updateCustomer } from './queries.ts'
import { getCustomer } from './reads.ts'
import type { CustomerRow } from './schema.ts'

type Given = {
  version: number
  name?: string | undefined
  plan?: CustomerPlan | undefined
  attributes?: GivenValues | undefined
}

/** Changes name, plan and attributes. Of two members at once the second gets a conflict with the customer as it is now. */
export const changeCustomer = (
  tenant: Tenant,
  actor: Member,
  id: CustomerId,
  { version, ...given }: Given,
): Promise<CustomerView> =>
  tenant.tx(async (t) => {
    const row = await getLocked(t, id)
    if (row.version !== version) {
      throw conflict(m.error_customer_changed, { reason: 'version', current: presentCustomer(row) })
    }
    const change = await changeOf(t, row, given)
    return presentCustomer(await write(t, actor, row, change))
  })

/** Refuses the chats and forms of a customer and of all merged into it, or accepts them again. A repeated request changes nothing. */
export const setBlock = (tenant: Tenant, actor: Member, id: CustomerId, isBlocked: boolean): Promise<CustomerView> =>
  tenant.tx(async (t) => {
    await lockMerges(t)
    const [group] = await lockGroups(t, [id])
    if (!group) throw notFound('customer')
    const { root, parts } = group
    if ((root.blockedAt !== null) === isBlocked) return presentCustomer(root)
    const blockedAt = isBlocked ? t.now : null
    const ids = parts.map((part) => part.id)
    if (ids.length > 0) await setBlocked(t, ids, blockedAt)
    for (const part of ids) publishCustomer(t, part)
    return presentCustomer(await write(t, actor, root, { blockedAt }))
  })

async function getLocked(t: Tx, id: CustomerId): Promise<CustomerRow> {
  const row = await lockCustomerRow(t, id)
  if (!row) throw notFound('customer')
  if (row.partOfId) {
    const into = await getCustomer(t, row.partOfId)
    throw conflict(text(m.error_customer_merged, { name: into.name }), { reason: 'merged' })
  }
  return row
}

type Change = {
  name?: string
  plan?: CustomerPlan
  attributes?: Record<string, AttributeValue>
  blockedAt?: Date | null
}

/** The fields that differ from what is stored. */
async function changeOf(t: Tx, row: CustomerRow, { name, plan, attributes }: Omit<Given, 'version'>): Promise<Change> {
  const values = attributes && (await applyValues(t, row.attributes, attributes))
  return {
    ...(name !== undefined && name !== row.name ? { name } : {}),
    ...(plan !== undefined && plan !== row.plan ? { plan } : {}),
    ...(values && !isDeepStrictEqual(values, row.attributes) ? { attributes: values } : {}),
  }
}

async function write(t: Tx, actor: Member, row: CustomerRow, change: Change): Promise<CustomerRow> {
  const fields = Object.keys(change)
  if (fields.length === 0) return row
  const customer = await updateCustomer(t, row.id, { ...change, version: row.version + 1 })
  const action =
    'blockedAt' in change
      ? change.blockedAt
        ? m.activity_customer_blocked
        : m.activity_customer_unblocked
      : m.activity_customer_changed
  await recordActivity(t, actor, {
    action: text(m.activity_about_customer, { action, name: customer.name }),
    type: 'customer_change',
  })
  await t.emit(customerUpdated, { customer, fields, actor })
  publishCustomer(t, row.id)
  return customer
}
