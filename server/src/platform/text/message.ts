import type { Language } from '#contracts/languages.ts'

type Options = { locale?: Language }

/** A text of the catalogue (`m.error_internal`, or one bound to its inputs by `text`), rendered once its language is known. */
export type Text = ((inputs?: Record<never, never>, options?: Options) => string) & { parts?: TextParts }

type Message<Inputs> = (inputs: Inputs, options?: Options) => string

/** What a text is made of, so that it can be stored (stored-text.ts). */
export type TextParts =
  | { message: Message<never>; inputs: Record<string, unknown> }
  | { texts: readonly Text[]; separator: string }
  | { moment: Date; timeZone: string }

/** Binds a message of the catalogue to its inputs, of which each may be a text itself: `text(m.error_ticket_step, { status, next, steps })`. */
export function text<Inputs>(message: Message<Inputs>, inputs: Inputs): Text {
  const given = Object.entries(inputs ?? {})
  const render = (_: unknown, options?: Options) =>
    message(Object.fromEntries(given.map(([name, value]) => [name, rendered(value, options)])) as Inputs, options)
  return Object.assign(render, { parts: { message, inputs: Object.fromEntries(given) } })
}

/** Several texts as one, with a separator between them. */
export const joined = (texts: readonly Text[], separator: string): Text =>
  Object.assign((_: unknown, options?: Options) => texts.map((one) => one({}, options)).join(separator), {
    parts: { texts, separator },
  })

/** Day and time of a moment in a time zone of the database: "Nov 23, 2026, 16:45". */
export const momentText = (moment: Date, timeZone: string): Text =>
  Object.assign(
    (_: unknown, options?: Options) =>
      moment.toLocaleString(options?.locale ?? 'en', {
        timeZone,
        dateStyle: 'medium',
        timeStyle: 'short',
        hour12: false,
      }),
    { parts: { moment, timeZone } },
  )

export const inLanguage = (message: Text, language: Language): string => message({}, { locale: language })

/** The text for logs, and for stored values that are in one language. */
export const inEnglish = (message: Text): string => inLanguage(message, 'en')

const rendered = (input: unknown, options: Options | undefined): unknown =>
  typeof input === 'function' ? (input as Text)({}, options) : input
