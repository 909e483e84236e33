import { z } from 'zod'

/** How a customer first came to the portal: the page they came from, without its query, and what the link they followed says of itself. */
export const VisitView = z.object({
  page: z.string().nullable(),
  /** `utm_source` of the link: website, email, social, or a word of the business's own. */
  source: z.string().nullable(),
  medium: z.string().nullable(),
  campaign: z.string().nullable(),
})
export type VisitView = z.output<typeof VisitView>
