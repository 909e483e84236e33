import { z } from 'zod'
import { requiredLine, text } from './fields.ts'

/** What kinds of values a field of a business's own can have. A date is text, `2026-11-23`; `choice` is one of its options, `choices` several. */
export const FieldType = z.enum(['text', 'long_text', 'number', 'date', 'yes_no', 'choice', 'choices', 'link'])
export type FieldType = z.output<typeof FieldType>

/** What a choice offers, at most. */
export const MAX_FIELD_OPTIONS = 100
const OPTION_LENGTH = 60

/** A field as far as its values depend on it. */
export type FieldShape = { type: FieldType; options: readonly string[] }

/** A value of any field, as requests and rows carry it. */
export const FieldValue = z.union([
  text(5000).min(1),
  z.number(),
  z.boolean(),
  z.array(text(OPTION_LENGTH).min(1)).min(1).max(MAX_FIELD_OPTIONS),
])
export type FieldValue = z.output<typeof FieldValue>

/** Whether an address may be a link of a field: a page of the web, never a script. */
const WebLink = z
  .string()
  .max(2000)
  .refine((given) => URL.canParse(given) && /^https?:$/.test(new URL(given).protocol))

/** The values that fit a field: the one check of a value, for forms, requests, macros and rules. */
export function fittingValue({ type, options }: FieldShape): z.ZodType<FieldValue> {
  switch (type) {
    case 'text':
      return z.string().min(1).max(500)
    case 'long_text':
      return z.string().min(1).max(5000)
    case 'number':
      return z.number()
    case 'date':
      return z.iso.date()
    case 'yes_no':
      return z.boolean()
    case 'choice':
      return z.string().refine((given) => options.includes(given))
    case 'choices':
      return z.array(z.string().refine((given) => options.includes(given))).min(1)
    case 'link':
      return WebLink
  }
}

export const hasOptions = (type: FieldType): boolean => type === 'choice' || type === 'choices'

/** The options of a field as they are sent: each on one line. */
export const fieldOptions = (message: string) => z.array(requiredLine(OPTION_LENGTH, message)).max(MAX_FIELD_OPTIONS)
