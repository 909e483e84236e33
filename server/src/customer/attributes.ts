import { type AttributeType, type AttributeView, MAX_ATTRIBUTES } from '#contracts/customer/attribute.ts'
import type { CustomerAttributeId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import type { Member } from '#server/platform/actor.ts'
import { createOnce, isSameContent } from '#server/platform/db/create-once.ts'
import { sqlState } from '#server/platform/db/database-errors.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import { checkedOptions } from '#server/platform/field-values.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { hasRole, requireRole } from '#server/platform/policy.ts'
import { text } from '#server/platform/text/message.ts'
import { lockTenant, recordActivity } from '#server/tenant/service.ts'
import {
  deleteAttributeRow,
  findAttribute,
  insertAttribute,
  listAttributeRows,
  updateAttribute,
} from './attribute-queries.ts'
import { EDIT_ATTRIBUTES } from './policy.ts'
import { presentAttribute } from './present.ts'

type Content = { name: string; options: string[] }

/** The attributes that the business keeps of its customers, and whether this member may change them. */
export const listAttributes = (tenant: Tenant, actor: Member) =>
  tenant.read(async (t) => ({
    items: (await listAttributeRows(t)).map(presentAttribute),
    can: { edit: hasRole(actor, EDIT_ATTRIBUTES) },
  }))

/** Adds an attribute. Throws conflict where the name is taken or the business has the most attributes. */
export const createAttribute = (
  tenant: Tenant,
  actor: Member,
  given: { id: CustomerAttributeId; type: AttributeType } & Content,
): Promise<AttributeView> => {
  requireRole(actor, EDIT_ATTRIBUTES)
  const content = {
    name: given.name,
    type: given.type,
    options: checkedOptions(given.type, given.options, m.error_enter_attribute_option),
  }
  return uniqueName(() =>
    createOnce(tenant, {
      create: async (t) => {
        await lockTenant(t)
        if ((await listAttributeRows(t)).length >= MAX_ATTRIBUTES)
          throw conflict(text(m.error_too_many_attributes, { max: MAX_ATTRIBUTES }))
        const row = { ...content, tenantId: t.tenantId, id: given.id, createdAt: t.now }
        await insertAttribute(t, row)
        const action = text(m.activity_attribute_created, { name: row.name })
        await recordActivity(t, actor, { action, type: 'customer_attribute' })
        return presentAttribute(row)
      },
      findSame: async (t) => {
        const row = await findAttribute(t, given.id)
        return row && isSameContent(content, row) ? presentAttribute(row) : null
      },
      conflict: () => conflict(m.error_attribute_id_taken),
    }),
  )
}

/** Changes name and options of an attribute; its type stays, since its values have it. */
export const changeAttribute = (
  tenant: Tenant,
  actor: Member,
  id: CustomerAttributeId,
  { name, options }: Content,
): Promise<AttributeView> => {
  requireRole(actor, EDIT_ATTRIBUTES)
  return uniqueName(() =>
    tenant.tx(async (t) => {
      const before = await findAttribute(t, id)
      if (!before) throw notFound('attribute')
      const row = await updateAttribute(t, id, {
        name,
        options: checkedOptions(before.type, options, m.error_enter_attribute_option),
      })
      if (!row) throw notFound('attribute')
      const action = text(m.activity_attribute_changed, { name })
      await recordActivity(t, actor, { action, type: 'customer_attribute' })
      return presentAttribute(row)
    }),
  )
}

/** Deletes an attribute, and its value at every customer. */
export const deleteAttribute = (tenant: Tenant, actor: Member, id: CustomerAttributeId): Promise<void> => {
  requireRole(actor, EDIT_ATTRIBUTES)
  return tenant.tx(async (t) => {
    const row = await deleteAttributeRow(t, id)
    if (!row) throw notFound('attribute')
    const action = text(m.activity_attribute_deleted, { name: row.name })
    await recordActivity(t, actor, { action, type: 'customer_attribute' })
  })
}

async function uniqueName<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (sqlState(error) === '23505')
      throw conflict(m.error_attribute_name_taken, { reason: 'name_taken', cause: error })
    throw error
  }
}
