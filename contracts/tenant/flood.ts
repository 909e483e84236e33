import { z } from 'zod'

/** What of a flood is held back: tickets, other writes of guests (messages, chats), uploads, or files because the space for them is full. */
export const FloodKind = z.enum(['tickets', 'writes', 'uploads', 'storage'])
export type FloodKind = z.output<typeof FloodKind>
