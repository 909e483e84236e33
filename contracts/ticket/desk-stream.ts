import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'

const Desk = { tag: 'desk', access: 'member' } as const

/** Live events of the whole desk. `Last-Event-ID` replays what came since, or says `resync`. */
export const streamDesk = endpoint({
  ...Desk,
  method: 'GET',
  path: '/api/stream',
  summary: 'Live events of the desk (SSE)',
  rate: 'stream',
  answer: 'stream',
  reply: z.undefined(),
})
