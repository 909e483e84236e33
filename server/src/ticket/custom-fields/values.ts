import { isDeepStrictEqual } from 'node:util'
import type { FieldValue } from '#contracts/custom-field.ts'
import type { GivenFieldValues } from '#contracts/ticket/ticket-field.ts'
import * as m from '#i18n/messages.js'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import { applyFieldValues, type FieldValues } from '#server/platform/field-values.ts'
import { inEnglish, type Text, text } from '#server/platform/text/message.ts'
import { listActiveFields, listFieldRows } from './queries.ts'
import type { TicketFieldRow } from './schema.ts'

/** What of the given values is other than stored, with one entry of the activity each. */
export type FieldsChange = { change: { customFields?: FieldValues }; actions: Text[] }

/**
 * The values of a ticket after a change. Throws invalid_input for a value that does not fit and for an archived field, not_found for one that the
 * business does not have.
 */
export async function customFieldChange(t: Tx, stored: FieldValues, given: GivenFieldValues): Promise<FieldsChange> {
  if (Object.keys(given).length === 0) return { change: {}, actions: [] }
  const rows = await listFieldRows(t)
  if (Object.keys(given).some((id) => !rows.some((row) => row.id === id))) throw notFound('field')
  const active = rows.filter(({ archivedAt }) => archivedAt === null)
  const faults = { path: 'body.customFields', gone: m.error_field_gone }
  const customFields = applyFieldValues(active, stored, given, faults)
  const changed = rows.filter(({ id }) => !isDeepStrictEqual(customFields[id], stored[id]))
  if (changed.length === 0) return { change: {}, actions: [] }
  return { change: { customFields }, actions: changed.map(({ id, name }) => actionOf(name, customFields[id])) }
}

function actionOf(name: string, value: FieldValue | undefined): Text {
  if (value === undefined) return text(m.activity_ticket_field_emptied, { name })
  return text(m.activity_ticket_field_set, { name, value: valueText(value) })
}

function valueText(value: FieldValue): Text | string {
  if (typeof value === 'boolean') return value ? m.field_yes : m.field_no
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** A value as people read it, in English. */
export function writtenValue(value: FieldValue): string {
  const written = valueText(value)
  return typeof written === 'string' ? written : inEnglish(written)
}

/** Throws conflict where a ticket that is to be resolved lacks a value that has to be there before; the sentence names each. */
export function refuseUnfilledFields(fields: readonly TicketFieldRow[], values: FieldValues): void {
  const missing = fields.filter(({ id, required }) => required === 'resolve' && values[id] === undefined)
  if (missing.length === 0) return
  const names = missing.map(({ name }) => `"${name}"`).join(', ')
  throw conflict(text(m.error_fields_before_resolving, { names }), { reason: 'fields_missing' })
}

/** The values of a customer's form. Throws invalid_input for a value that does not fit or is missing, and for a field that is not on the form. */
export async function formFieldValues(t: Tx, given: GivenFieldValues): Promise<FieldValues> {
  const fields = (await listActiveFields(t)).filter(({ isOnForm }) => isOnForm)
  const values = applyFieldValues(fields, {}, given, { path: 'body.customFields', gone: m.error_field_gone })
  const missing = fields.filter(({ id, required }) => required === 'form' && values[id] === undefined)
  if (missing.length === 0) return values
  throw invalid(
    Object.fromEntries(
      missing.map(({ id, name }) => [`body.customFields.${id}`, text(m.error_field_missing, { name })]),
    ),
  )
}
