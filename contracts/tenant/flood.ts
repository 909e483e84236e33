import { z } from 'zod'

/**
 * What of a flood is held back: tickets, other writes of guests (messages, chats), uploads, files because the space for them is full, or work of
 * any kind because the business has its share of the server already.
 */
export const FloodKind = z.enum(['tickets', 'writes', 'uploads', 'storage', 'share'])
export type FloodKind = z.output<typeof FloodKind>
