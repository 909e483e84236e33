import { ActionIcon, Button } from '@mantine/core'
import { IconArrowsSplit2 } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CustomerRecord } from '#contracts/customer/customer-record.ts'
import { splitCustomer } from '#contracts/customer/merge.ts'
import * as m from '#i18n/messages.js'
import { AddressMark } from '#web/admin/customers/labels.tsx'
import pageStyles from '#web/admin/customers/page/page.module.css'
import { customersKey } from '#web/admin/customers/queries.ts'
import { call } from '#web/lib/call.ts'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { confirmAction } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notify.ts'
import { useUndoMerge } from './use-undo-merge.ts'

/** The customers that were merged into this one, each of which can be taken off, and the merges, which can be undone. */
export function Merged({ record: { customer, merged, merges } }: { record: CustomerRecord }) {
  const undo = useUndoMerge()
  if (merged.length === 0) return null
  return (
    <>
      <h4 className={pageStyles.subtitle}>{m.customer_merged_addresses()}</h4>
      <ul className={pageStyles.others}>
        {merged.map((part) => (
          <Part key={part.id} part={part} customer={customer} />
        ))}
      </ul>
      {merges.length > 0 && <h4 className={pageStyles.subtitle}>{m.customer_merges()}</h4>}
      <ul className={pageStyles.others}>
        {merges.map(({ id, name, by, at }) => {
          const who = name ?? m.customer_merge_gone()
          return (
            <li key={id}>
              <span>{m.customer_merge_entry({ name: who, by })}</span>
              <RelativeTime at={at} isShort className={pageStyles.faint} />
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={m.customer_merge_undo_label({ name: who })}
                onClick={() => undo({ customerId: customer.id, mergeId: id, version: customer.version })}
              >
                {m.customer_merge_undo()}
              </Button>
            </li>
          )
        })}
      </ul>
    </>
  )
}

type PartProps = { part: CustomerRecord['merged'][number]; customer: CustomerRecord['customer'] }

function Part({ part: { id, name, email, emailStatus }, customer }: PartProps) {
  const client = useQueryClient()
  const split = useMutation({
    mutationFn: () =>
      call(splitCustomer, { params: { customerId: customer.id }, body: { version: customer.version, part: id } }),
    onSuccess: () => notify.success(m.customer_split_done({ name })),
    onError: notify.failure,
    onSettled: () => client.invalidateQueries({ queryKey: customersKey }),
  })
  const ask = async () => {
    const question = {
      title: m.customer_split_title({ name }),
      body: m.customer_split_text({ name }),
      confirm: m.customer_split_confirm(),
    }
    if (await confirmAction(question)) split.mutate()
  }
  return (
    <li>
      <span className={pageStyles.attributeName}>{name}</span>
      <span className={pageStyles.wrapped}>{email ?? m.customer_no_email()}</span>
      {emailStatus && <AddressMark status={emailStatus} />}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={m.customer_split({ name })}
        title={m.customer_split({ name })}
        disabled={split.isPending}
        onClick={() => void ask()}
      >
        <IconArrowsSplit2 size={16} stroke={1.5} />
      </ActionIcon>
    </li>
  )
}
