import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'

export const FrontPageView = z.object({
  /** Where visitors write to. */
  contactEmail: z.string(),
  /** The portal that visitors can try; null where there is none. */
  demo: z.object({ slug: z.string(), name: z.string() }).nullable(),
})
export type FrontPageView = z.output<typeof FrontPageView>

/** What the operator sets of the landing page. */
export const getFrontPage = endpoint({
  method: 'GET',
  path: '/api/front-page',
  summary: 'What the landing page shows of this installation',
  tag: 'signup',
  access: 'public',
  rate: 'read',
  reply: FrontPageView,
})
