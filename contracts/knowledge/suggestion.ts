import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { requiredText } from '#contracts/fields.ts'
import { PortalParams } from '#contracts/tenant/portal.ts'

export const MAX_SUGGESTIONS = 3
/** Longer texts are searched by their beginning. */
export const MAX_SUGGESTION_TEXT = 1000

/** A FAQ or an article that may answer what a customer is writing. */
export const SuggestionView = z.object({
  id: z.string(),
  title: z.string(),
  /** The answer, or the best passage of the article, as plain text. */
  text: z.string(),
  /** The article to read on; null for a FAQ. */
  articleSlug: z.string().nullable(),
})
export type SuggestionView = z.output<typeof SuggestionView>

/** What may answer a request before it is sent. Nothing of the text is stored. */
export const suggestAnswers = endpoint({
  method: 'POST',
  path: '/api/portal/:slug/suggestions',
  summary: 'FAQs and articles that may answer a request',
  tag: 'portal',
  access: 'guest',
  rate: 'guestSearch',
  params: PortalParams,
  body: z.strictObject({ text: requiredText(MAX_SUGGESTION_TEXT, 'error_enter_request') }),
  reply: z.object({ items: z.array(SuggestionView).max(MAX_SUGGESTIONS) }),
})
