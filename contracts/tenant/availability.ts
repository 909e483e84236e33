import { z } from 'zod'

/** Whether a member takes new work now; each member sets it, and it stays until they change it. */
export const Availability = z.enum(['available', 'away'])
export type Availability = z.output<typeof Availability>
