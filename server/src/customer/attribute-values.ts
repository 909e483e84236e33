import { z } from 'zod'
import type { AttributeValue } from '#contracts/customer/attribute.ts'
import * as m from '#i18n/messages.js'
import type { Tx } from '#server/platform/db/tenant.ts'
import { invalid } from '#server/platform/errors.ts'
import { type Text, text } from '#server/platform/text/message.ts'
import { listAttributeRows } from './attribute-queries.ts'
import type { CustomerAttributeRow } from './schema.ts'

type Values = Record<string, AttributeValue>
export type GivenValues = Record<string, AttributeValue | null>

const isDate = (value: AttributeValue): boolean => z.iso.date().safeParse(value).success

/** Why a value does not fit its attribute; null where it does. */
function faultOf({ name, type, options }: CustomerAttributeRow, value: AttributeValue): Text | null {
  switch (type) {
    case 'text':
      return typeof value === 'string' ? null : text(m.error_attribute_text, { name })
    case 'number':
      return typeof value === 'number' ? null : text(m.error_attribute_number, { name })
    case 'date':
      return isDate(value) ? null : text(m.error_attribute_date, { name })
    case 'yes_no':
      return typeof value === 'boolean' ? null : text(m.error_attribute_yes_no, { name })
    case 'choice':
      return typeof value === 'string' && options.includes(value) ? null : text(m.error_attribute_choice, { name })
  }
}

/** The values of a customer after a change. Throws invalid_input for a value that does not fit, and for an attribute that was deleted. */
export async function applyValues(t: Tx, stored: Values, given: GivenValues): Promise<Values> {
  const attributes = new Map((await listAttributeRows(t)).map((row) => [row.id as string, row]))
  const faults: Record<string, Text> = {}
  const values = { ...stored }
  for (const [id, value] of Object.entries(given)) {
    const attribute = attributes.get(id)
    const fault = !attribute ? m.error_attribute_gone : value === null ? null : faultOf(attribute, value)
    if (fault) faults[`body.attributes.${id}`] = fault
    else if (value === null) delete values[id]
    else values[id] = value
  }
  if (Object.keys(faults).length > 0) throw invalid(faults)
  return values
}
