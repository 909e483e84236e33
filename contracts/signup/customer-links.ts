import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { CustomerLink } from './onboarding.ts'

export const CustomerLinksView = z.object({
  links: z.array(CustomerLink),
  /** The address of the chat alone, for a frame on another site. */
  embedUrl: z.string(),
  /** The address of the widget's script. */
  widgetUrl: z.string(),
  /** The address of the ticket form that needs no script. */
  formUrl: z.string(),
  /** The sites that may embed the chat; none: every site. */
  embedOrigins: z.array(z.string()),
})
export type CustomerLinksView = z.output<typeof CustomerLinksView>

/** The four links that bring customers to the portal, and the address to embed. */
export const getCustomerLinks = endpoint({
  method: 'GET',
  path: '/api/customer-links',
  summary: 'The links to the portal',
  tag: 'signup',
  access: 'member',
  rate: 'read',
  reply: CustomerLinksView,
})
