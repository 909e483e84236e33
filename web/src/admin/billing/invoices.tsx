import { IconFileTypePdf } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { BillingView, InvoiceView } from '#contracts/billing/billing.ts'
import * as m from '#i18n/messages.js'
import { ErrorState } from '#web/kit/states.tsx'
import { formatDate } from '#web/lib/format.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import styles from './billing.module.css'
import { Card } from './card.tsx'
import { formatMoney, invoiceStatusNames } from './labels.ts'
import { invoicesQuery } from './queries.ts'

/** The latest invoices, each with its page at Stripe and its PDF. */
export function Invoices({ view }: { view: BillingView }) {
  return (
    <Card id="invoices" title={m.billing_invoices()}>
      {view.isStripeConnected ? <List /> : <p className={styles.text}>{m.billing_invoices_test()}</p>}
    </Card>
  )
}

function List() {
  const { data, error, refetch } = useQuery(invoicesQuery)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingRows label={m.common_loading()} rows={2} />
  if (data.items.length === 0) return <p className={styles.text}>{m.billing_invoices_none()}</p>
  return (
    <table className={styles.invoices}>
      <thead>
        <tr>
          <th scope="col">{m.billing_invoice()}</th>
          <th scope="col">{m.billing_invoice_date()}</th>
          <th scope="col">{m.billing_invoice_total()}</th>
          <th scope="col">{m.billing_invoice_status()}</th>
        </tr>
      </thead>
      <tbody>
        {data.items.map((invoice) => (
          <Row key={`${invoice.number} ${invoice.at}`} invoice={invoice} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ invoice }: { invoice: InvoiceView }) {
  const number = invoice.number ?? '—'
  return (
    <tr>
      <td>
        {invoice.url ? (
          <a href={invoice.url} target="_blank" rel="noreferrer">
            {number}
          </a>
        ) : (
          number
        )}
        {invoice.pdfUrl && (
          <a
            className={styles.pdf}
            href={invoice.pdfUrl}
            target="_blank"
            rel="noreferrer"
            aria-label={m.billing_invoice_pdf({ number })}
          >
            <IconFileTypePdf size={18} stroke={1.5} aria-hidden="true" />
          </a>
        )}
      </td>
      <td>{formatDate(invoice.at)}</td>
      <td>{formatMoney(invoice.cents, invoice.currency)}</td>
      <td>{invoiceStatusNames[invoice.status]()}</td>
    </tr>
  )
}
