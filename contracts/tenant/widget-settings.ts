import { z } from 'zod'

/** How the widget appears on the business's own pages. */
export const WidgetSettings = z.strictObject({
  /** The corner of the button. */
  position: z.enum(['right', 'left']),
})
export type WidgetSettings = z.output<typeof WidgetSettings>
