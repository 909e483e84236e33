import { z } from 'zod'
import { Instant } from '#contracts/fields.ts'

export const ActivityView = z.object({
  id: z.string(),
  action: z.string(),
  type: z.string(),
  actorName: z.string(),
  at: Instant,
})
export type ActivityView = z.output<typeof ActivityView>
