import type { CustomerId } from '#contracts/ids.ts'
import { useSectionSearch } from '#web/admin/desk-address.ts'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { LoadingSection } from '#web/ui/parts.tsx'
import { CustomerList } from './list.tsx'
import { useCustomersLive } from './use-customers-live.ts'

const CustomerPage = lazyPart(async () => (await import('./page/customer-page.tsx')).CustomerPage, {
  waiting: LoadingSection,
})

/** The Customers section: the table, or the customer that the address names. */
export function CustomersSection() {
  const [{ customer }, change] = useSectionSearch()
  useCustomersLive()
  if (!customer) return <CustomerList onOpen={(id) => change({ customer: id })} />
  return <CustomerPage key={customer} id={customer as CustomerId} onBack={() => change({ customer: undefined })} />
}
