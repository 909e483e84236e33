import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Email, requiredLine } from '#contracts/fields.ts'
import { inLanguage } from '#server/platform/text/message.ts'
import { textOfIssue } from './issue-text.ts'

/** The text for the first issue zod finds in a value. */
function textFor(schema: z.ZodType, value: unknown, language: 'en' | 'es' | 'fr' | 'de' = 'en'): string {
  const issue = schema.safeParse(value).error!.issues[0]!
  const { code: keyword, message, path: _, ...params } = issue
  return inLanguage(textOfIssue({ keyword, message, params }), language)
}

describe('the text of an invalid field', () => {
  it.each([
    [requiredLine(80, 'error_enter_name'), '', 'Enter a name.'],
    [Email, 'nobody', 'Enter an email address like name@example.com.'],
    [z.string(), undefined, 'This value is missing.'],
    [z.string().min(1), '', 'This value is missing.'],
    [z.string().max(3), 'four', 'Use at most 3 characters.'],
    [z.array(z.string()).max(1), ['a', 'b'], 'Choose at most 1.'],
    [z.number().max(5), 6, 'Enter a number of at most 5.'],
    [z.number().min(5), 4, 'Enter a number of at least 5.'],
    [z.coerce.number(), 'x', 'Enter a number.'],
    [z.number().int(), 1.5, 'Enter a whole number.'],
    [z.uuid(), 'x', 'This is not a valid id.'],
    [z.iso.datetime(), 'x', 'Enter a date and time like 2026-01-31T09:00:00Z.'],
    [z.enum(['a', 'b']), 'c', 'Choose one of: a, b.'],
    [z.strictObject({}), { x: 1 }, 'This is not expected here: x.'],
    [z.string(), 5, 'This value cannot be used.'],
  ])('%# is a message of the catalogue', (schema, value, expected) => {
    expect(textFor(schema, value)).toBe(expected)
  })

  it('is in the requested language', () => {
    expect(textFor(z.string().max(3), 'four', 'de')).toBe('Verwenden Sie höchstens 3 Zeichen.')
    expect(textFor(requiredLine(80, 'error_enter_name'), '', 'fr')).toBe('Saisissez un nom.')
  })
})
