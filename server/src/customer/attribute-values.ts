import type { AttributeValue } from '#contracts/customer/attribute.ts'
import * as m from '#i18n/messages.js'
import type { Tx } from '#server/platform/db/tenant.ts'
import { applyFieldValues } from '#server/platform/field-values.ts'
import { listAttributeRows } from './attribute-queries.ts'

type Values = Record<string, AttributeValue>
export type GivenValues = Record<string, AttributeValue | null>

/** The values of a customer after a change. Throws invalid_input for a value that does not fit, and for an attribute that was deleted. */
export async function applyValues(t: Tx, stored: Values, given: GivenValues): Promise<Values> {
  const faults = { path: 'body.attributes', gone: m.error_attribute_gone }
  return applyFieldValues(await listAttributeRows(t), stored, given, faults) as Values
}
