import { z } from 'zod'
import { FieldType } from '#contracts/custom-field.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { requiredLine, text } from '#contracts/fields.ts'
import { CustomerAttributeId } from '#contracts/ids.ts'

export const AttributeType = FieldType.extract(['text', 'number', 'date', 'yes_no', 'choice'])
export type AttributeType = z.output<typeof AttributeType>

/** A date is text, `2026-11-23`. */
export const AttributeValue = z.union([text(500).min(1), z.number(), z.boolean()])
export type AttributeValue = z.output<typeof AttributeValue>

/** An attribute that a business keeps of its customers: "Contract number", "Renewal". */
export const AttributeView = z.object({
  id: CustomerAttributeId,
  name: z.string(),
  type: AttributeType,
  /** What a choice offers; empty for the other types. */
  options: z.array(z.string()),
})
export type AttributeView = z.output<typeof AttributeView>

export const MAX_ATTRIBUTES = 30

const Write = { tag: 'customers', access: 'member', rate: 'write' } as const
const ById = z.object({ customerAttributeId: CustomerAttributeId })
const Name = requiredLine(60, 'error_enter_attribute_name')
const Options = z.array(requiredLine(60, 'error_enter_attribute_option')).max(50)

/** The attributes, in the order in which they were added. */
export const listAttributes = endpoint({
  method: 'GET',
  path: '/api/customer-attributes',
  summary: 'The attributes that the business keeps of its customers',
  tag: 'customers',
  access: 'member',
  rate: 'read',
  scope: 'customers:read',
  reply: z.object({ items: z.array(AttributeView), can: z.object({ edit: z.boolean() }) }),
})

/** `options` are for a choice, which needs at least one. */
export const createAttribute = endpoint({
  ...Write,
  method: 'POST',
  path: '/api/customer-attributes',
  summary: 'Add an attribute of customers',
  idempotent: true,
  status: 201,
  body: z.strictObject({ id: CustomerAttributeId, name: Name, type: AttributeType, options: Options.default([]) }),
  reply: AttributeView,
})

/** Changes name and options. A customer keeps a value that is no longer an option until a member chooses another. */
export const changeAttribute = endpoint({
  ...Write,
  method: 'PATCH',
  path: '/api/customer-attributes/:customerAttributeId',
  summary: 'Change an attribute of customers',
  params: ById,
  body: z.strictObject({ name: Name, options: Options.default([]) }),
  reply: AttributeView,
})

/** Deletes an attribute with its values. */
export const deleteAttribute = endpoint({
  ...Write,
  method: 'DELETE',
  path: '/api/customer-attributes/:customerAttributeId',
  summary: 'Delete an attribute of customers with its values',
  params: ById,
  reply: z.object({ deleted: z.literal(true) }),
})
