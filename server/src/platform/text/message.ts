import type { Language } from '#contracts/languages.ts'

type Options = { locale?: Language }

/** A text of the catalogue (`m.error_internal`, or one bound to its inputs by `text`), rendered once its language is known. */
export type Text = (inputs?: Record<never, never>, options?: Options) => string

/** Binds a message of the catalogue to its inputs: `text(m.error_ticket_step, { status, next, steps })`. */
export const text =
  <Inputs>(message: (inputs: Inputs, options?: Options) => string, inputs: Inputs): Text =>
  (_, options) =>
    message(inputs, options)

export const inLanguage = (message: Text, language: Language): string => message({}, { locale: language })

/** The text for logs and for stored values. */
export const inEnglish = (message: Text): string => inLanguage(message, 'en')
