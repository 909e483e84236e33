import { queryOptions } from '@tanstack/react-query'
import { getCustomerLinks } from '#contracts/signup/customer-links.ts'
import { call } from '#web/lib/call.ts'

export const customerLinksQuery = queryOptions({
  queryKey: ['customer-links'],
  queryFn: ({ signal }) => call(getCustomerLinks, {}, { signal }),
})
