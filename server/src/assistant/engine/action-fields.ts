import type { ToolSet } from 'ai'
import * as m from '#i18n/messages.js'
import { isAbout } from '#server/assistant/grounding/forbidden-content.ts'
import type { Question } from '#server/assistant/types.ts'
import { fieldName } from './action-result.ts'

/** The names of the values that the agent's HTTP actions need, as words: "order number". */
export const actionFieldsOf = (tools: ToolSet): string[] => [
  ...new Set(
    Object.values(tools).flatMap(({ inputSchema }) => {
      // Only actions have a JSON schema; the assistant's own tools need nothing from the customer.
      const schema = (inputSchema as { jsonSchema?: { properties?: object } }).jsonSchema
      return Object.keys(schema?.properties ?? {}).map(fieldName)
    }),
  ),
]

/** The request for a value in place of a model's own question for it; null where the question names no field. */
export function requestFor(
  fields: readonly string[],
  { language, style = 'professional' }: Question,
): (asked: string) => string | null {
  return (asked) => {
    const field = fields.find((one) => isAbout(asked, one, [language, 'en']))
    return field === undefined ? null : m.assistant_ask_for({ field, style }, { locale: language })
  }
}
