import type { z } from 'zod'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { TicketFieldId } from '#contracts/ids.ts'
import type { listFormFields } from '#contracts/ticket/guest-ticket.ts'
import {
  type changeTicketField,
  type createTicketField,
  type listTicketFields,
  MAX_KEPT_TICKET_FIELDS,
  MAX_TICKET_FIELDS,
  type TicketFieldView,
} from '#contracts/ticket/ticket-field.ts'
import * as m from '#i18n/messages.js'
import type { Member } from '#server/platform/actor.ts'
import { createOnce, IdTakenError, isSameContent } from '#server/platform/db/create-once.ts'
import { violatedConstraint } from '#server/platform/db/database-errors.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import { checkedOptions } from '#server/platform/field-values.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { hasRole, requireRole } from '#server/platform/policy.ts'
import { text } from '#server/platform/text/message.ts'
import { lockTenant, recordActivity } from '#server/tenant/service.ts'
import { publishFieldsChanged } from '#server/ticket/live-events.ts'
import { EDIT_TICKET_FIELDS } from '#server/ticket/policy.ts'
import { findFieldRow, insertField, listActiveFields, listFieldRows, positionFields, updateField } from './queries.ts'
import type { TicketFieldRow } from './schema.ts'

type Created = z.output<typeof createTicketField.body>
type Changed = z.output<typeof changeTicketField.body>
type Content = Omit<Changed, 'version'>

const presentField = (row: TicketFieldRow): TicketFieldView => ({
  id: row.id,
  key: row.key,
  name: row.name,
  type: row.type,
  help: row.help,
  options: row.options,
  required: row.required,
  isOnForm: row.isOnForm,
  isArchived: row.archivedAt !== null,
  version: row.version,
})

/** The fields of the business in their order, the archived ones last, and whether this member may change them. */
export const readFields = (tenant: Tenant, actor: Member): Promise<ReplyOf<typeof listTicketFields>> =>
  tenant.read(async (t) => ({
    items: (await listFieldRows(t)).map(presentField),
    can: { edit: hasRole(actor, EDIT_TICKET_FIELDS) },
  }))

/** The fields that customers fill in on the ticket form. */
export const readFormFields = (tenant: Tenant): Promise<ReplyOf<typeof listFormFields>> =>
  tenant.read(async (t) => ({
    items: (await listActiveFields(t))
      .filter(({ isOnForm }) => isOnForm)
      .map(({ id, name, type, help, options, required }) => ({
        id,
        name,
        type,
        help,
        options,
        isRequired: required === 'form',
      })),
  }))

/** Adds a field, last in the order. Throws conflict where its name or key is taken or there are the most fields. */
export const createField = (tenant: Tenant, actor: Member, given: Created): Promise<TicketFieldView> => {
  requireRole(actor, EDIT_TICKET_FIELDS)
  const { id, key, type, ...rest } = given
  const content = { key, type, ...checked(type, rest) }
  return uniqueNames(() =>
    createOnce(tenant, {
      create: async (t) => {
        await lockTenant(t)
        if (await findFieldRow(t, id)) throw new IdTakenError()
        const rows = await listFieldRows(t)
        refuseTooMany(rows)
        const position = Math.max(0, ...rows.map((row) => row.position)) + 1
        const row: TicketFieldRow = {
          ...content,
          tenantId: t.tenantId,
          id,
          position,
          archivedAt: null,
          version: 1,
          createdAt: t.now,
        }
        await insertField(t, row)
        return record(t, actor, row, m.activity_field_created)
      },
      findSame: async (t) => {
        const row = await findFieldRow(t, id)
        return row && isSameContent(content, row) ? presentField(row) : null
      },
      conflict: () => conflict(m.error_field_id_taken),
    }),
  )
}

/** Changes a field; of two concurrent changes the second gets a conflict with the field as it is now. Tickets keep their values. */
export const changeField = (
  tenant: Tenant,
  actor: Member,
  id: TicketFieldId,
  { version, ...given }: Changed,
): Promise<TicketFieldView> => {
  requireRole(actor, EDIT_TICKET_FIELDS)
  return uniqueNames(() =>
    tenant.tx(async (t) => {
      const before = await getVersion(t, id, version)
      const content = checked(before.type, given)
      await updateField(t, id, { ...content, version: version + 1 })
      return record(t, actor, { ...before, ...content, version: version + 1 }, m.activity_field_changed)
    }),
  )
}

/** Archives a field, which keeps its values, or uses it again, last in the order. */
export const archiveField = (
  tenant: Tenant,
  actor: Member,
  id: TicketFieldId,
  { version, isArchived }: { version: number; isArchived: boolean },
): Promise<TicketFieldView> => {
  requireRole(actor, EDIT_TICKET_FIELDS)
  return uniqueNames(() =>
    tenant.tx(async (t) => {
      await lockTenant(t)
      const before = await getVersion(t, id, version)
      if ((before.archivedAt !== null) === isArchived) return presentField(before)
      const rows = await listFieldRows(t)
      if (!isArchived) refuseTooManyActive(rows)
      const position = isArchived ? before.position : Math.max(0, ...rows.map((row) => row.position)) + 1
      const change = { archivedAt: isArchived ? t.now : null, position, version: version + 1 }
      await updateField(t, id, change)
      const action = isArchived ? m.activity_field_archived : m.activity_field_restored
      return record(t, actor, { ...before, ...change }, action)
    }),
  )
}

/** Gives the fields another order. Throws conflict where the given ids are not exactly the fields in use. */
export const orderFields = (
  tenant: Tenant,
  actor: Member,
  ids: TicketFieldId[],
): Promise<{ items: TicketFieldView[] }> => {
  requireRole(actor, EDIT_TICKET_FIELDS)
  return tenant.tx(async (t) => {
    await lockTenant(t)
    const active = await listActiveFields(t)
    const known = new Set(active.map((row) => row.id))
    if (ids.some((id) => !known.has(id))) throw notFound('field')
    if (new Set(ids).size !== ids.length || ids.length !== known.size) throw conflict(m.error_fields_order_changed)
    await positionFields(t, ids)
    await recordActivity(t, actor, { action: m.activity_fields_ordered, type: 'ticket_field' })
    publishFieldsChanged(t)
    return { items: (await listFieldRows(t)).map(presentField) }
  })
}

function checked(type: TicketFieldRow['type'], given: Content): Content {
  if (given.required === 'form' && !given.isOnForm) throw invalid({ 'body.required': m.error_field_not_on_form })
  return { ...given, options: checkedOptions(type, given.options, m.error_enter_field_option) }
}

function refuseTooMany(rows: TicketFieldRow[]): void {
  refuseTooManyActive(rows)
  if (rows.length >= MAX_KEPT_TICKET_FIELDS)
    throw conflict(text(m.error_too_many_kept_fields, { max: MAX_KEPT_TICKET_FIELDS }))
}

function refuseTooManyActive(rows: TicketFieldRow[]): void {
  if (rows.filter(({ archivedAt }) => archivedAt === null).length >= MAX_TICKET_FIELDS)
    throw conflict(text(m.error_too_many_fields, { max: MAX_TICKET_FIELDS }))
}

async function getVersion(t: Tx, id: TicketFieldId, version: number): Promise<TicketFieldRow> {
  const row = await findFieldRow(t, id, 'forUpdate')
  if (!row) throw notFound('field')
  if (row.version !== version) {
    throw conflict(m.error_field_changed, { reason: 'version', current: presentField(row) })
  }
  return row
}

async function record(
  t: Tx,
  actor: Member,
  row: TicketFieldRow,
  message: typeof m.activity_field_created,
): Promise<TicketFieldView> {
  await recordActivity(t, actor, { action: text(message, { name: row.name }), type: 'ticket_field' })
  publishFieldsChanged(t)
  return presentField(row)
}

const TAKEN = { ticket_field_by_name: m.error_field_name_taken, ticket_field_by_key: m.error_field_key_taken }

async function uniqueNames<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const violated = violatedConstraint(error)
    if (violated !== 'ticket_field_by_name' && violated !== 'ticket_field_by_key') throw error
    const reason = violated === 'ticket_field_by_name' ? 'name_taken' : 'key_taken'
    throw conflict(TAKEN[violated], { reason, cause: error })
  }
}
