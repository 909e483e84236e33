import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { PortalParams } from '#contracts/tenant/portal.ts'
import { NewPushSubscription } from './preferences.ts'

const Own = { tag: 'portal', access: 'guest', path: '/api/portal/:slug/push', params: PortalParams } as const

/** The key with which a customer's browser subscribes to push messages. */
export const getCustomerPushKey = endpoint({
  ...Own,
  method: 'GET',
  summary: 'The key for push messages to customers',
  rate: 'read',
  reply: z.object({ pushKey: z.string() }),
})

/** Replies of the business come to this browser until the session ends. Forbidden (reason `signed_out`) for a guest who is not signed in. */
export const subscribeCustomerPush = endpoint({
  ...Own,
  method: 'PUT',
  summary: 'Receive replies as push messages in this browser',
  rate: 'guestWrite',
  body: NewPushSubscription,
  reply: z.object({ isSubscribed: z.literal(true) }),
})
