import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { text } from '#contracts/fields.ts'
import { VoteReason, voteArticle } from './article.ts'

const Page = {
  path: '/api/portal/:slug/articles/:articleSlug/feedback',
  tag: 'portal',
  params: voteArticle.params,
  answer: 'file',
} as const

/** The question whether an article helped, as a page that needs no script. Begins or resumes the guest session, whose cookie the form is sent with. */
export const getPlainVote = endpoint({
  ...Page,
  method: 'GET',
  summary: 'Whether an article helped, as a page without a script',
  access: 'public',
  rate: 'guestStart',
  reply: z.undefined(),
})

/** What that page sends, as browsers send forms. Answers with a page; a second vote of the guest replaces the first. */
export const sendPlainVote = endpoint({
  ...Page,
  method: 'POST',
  summary: 'Vote from the page without a script',
  access: 'guest',
  rate: 'guestWrite',
  takesForm: true,
  body: z.strictObject({
    helpful: z.enum(['yes', 'no']),
    /** Empty: none was chosen. */
    reason: z.union([VoteReason, z.literal('')]).default(''),
    comment: text(500).default(''),
  }),
  reply: z.undefined(),
})
