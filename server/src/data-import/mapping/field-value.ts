import { type FieldShape, type FieldValue, fittingValue } from '#contracts/custom-field.ts'
import type { FieldInput } from '#server/data-import/reading/neutral.ts'
import { timeOf } from '#server/data-import/reading/values.ts'

const YES = /^(true|yes|ja|sí|si|oui|1|x)$/i
const NO = /^(false|no|nein|non|0)$/i

/** A value of the export as the field stores it; null where it does not fit. */
export function fieldValueOf(field: FieldShape, given: FieldInput): FieldValue | null {
  const text = Array.isArray(given) ? given.join(', ') : String(given).trim()
  const value = converted(field, given, text)
  return value !== null && fittingValue(field).safeParse(value).success ? value : null
}

function converted(field: FieldShape, given: FieldInput, text: string): FieldValue | null {
  switch (field.type) {
    case 'number': {
      const number = typeof given === 'number' ? given : Number(text.replace(',', '.'))
      return text !== '' && Number.isFinite(number) ? number : null
    }
    case 'yes_no':
      return YES.test(text) ? true : NO.test(text) ? false : null
    case 'date':
      return timeOf(text)?.slice(0, 10) ?? null
    case 'choice':
      return optionFor(field, text)
    case 'choices': {
      const options = (Array.isArray(given) ? given : text.split(/[,;|]/)).flatMap(
        (one) => optionFor(field, one.trim()) ?? [],
      )
      return options.length > 0 ? [...new Set(options)] : null
    }
    default:
      return text === '' ? null : text
  }
}

/** Options are compared without case, and with the signs by which other products write them: `order_number` is "Order number". */
const optionFor = ({ options }: FieldShape, text: string): string | null => {
  const plain = (value: string) => value.toLowerCase().replace(/[\s_-]+/g, ' ')
  return options.find((option) => plain(option) === plain(text)) ?? null
}
