import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'

export const DemoPortal = z.object({
  slug: z.string(),
  name: z.string(),
  /** What the business does, in its own words. */
  description: z.string(),
  /** `#rrggbb` */
  primaryColor: z.string(),
})
export type DemoPortal = z.output<typeof DemoPortal>

export const FrontPageView = z.object({
  /** Where visitors write to. */
  contactEmail: z.string(),
  /** The address of the film of the product: WebM or MP4. */
  filmUrl: z.string(),
  /** The portals that visitors can try, the one with its chat on the page first; none where there is none. */
  demos: z.array(DemoPortal),
  /** How many chats the assistant ended without a person, of all businesses together; null while they are too few to say anything. */
  answered: z.object({ share: z.number(), chats: z.number().int(), businesses: z.number().int() }).nullable(),
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
