import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'

const Desk = { tag: 'desk', access: 'member' } as const

/** Live events of the desk. `Last-Event-ID` replays later events, or the stream begins with `resync`. */
export const streamDesk = endpoint({
  ...Desk,
  method: 'GET',
  path: '/api/stream',
  summary: 'Live events of the desk (SSE)',
  rate: 'stream',
  answer: 'stream',
  reply: z.undefined(),
})
