import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { LANGUAGES } from '#contracts/languages.ts'
import { PortalParams } from '#contracts/tenant/portal.ts'

/** What published knowledge answers to a search in the help center, quoted. */
export const HelpAnswer = z.object({
  /** Plain text of about 600 characters at most: the passage, or the beginning of a FAQ's answer. */
  text: z.string(),
  language: z.enum(LANGUAGES),
  source: z.object({
    kind: z.enum(['faq', 'article', 'document']),
    title: z.string(),
    /** The page of a document; null where it has none. */
    page: z.number().int().nullable(),
    /** The article to read on; null for a FAQ and a document, which have no page of their own. */
    articleSlug: z.string().nullable(),
  }),
})
export type HelpAnswer = z.output<typeof HelpAnswer>

/** The answer to a search in the help center; null unless it is as sure as the assistant has to be of an answer. Nothing of the search is stored. */
export const findHelpAnswer = endpoint({
  method: 'GET',
  path: '/api/portal/:slug/help-answer',
  summary: 'Answer to a search in the help center',
  tag: 'portal',
  access: 'public',
  rate: 'guestSearch',
  params: PortalParams,
  query: z.object({ search: z.string().max(200).default('') }),
  reply: z.object({ answer: HelpAnswer.nullable() }),
})
