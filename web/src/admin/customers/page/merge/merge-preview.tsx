import { Button, Radio } from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AttributeValue } from '#contracts/customer/attribute.ts'
import type { CustomerRecord } from '#contracts/customer/customer-record.ts'
import { type MergeChoice, mergeCustomers } from '#contracts/customer/merge.ts'
import type { CustomerAttributeId, CustomerMergeId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { AddressMark } from '#web/admin/customers/labels.tsx'
import { attributesQuery, customersKey } from '#web/admin/customers/queries.ts'
import { call, newId } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { notify } from '#web/ui/notify.ts'
import { writtenValue } from '#web/ui/written-value.ts'
import styles from './merge.module.css'
import { useUndoMerge } from './use-undo-merge.ts'

type Props = { into: CustomerRecord; from: CustomerRecord; onBack: () => void; onClose: () => void }

/** What the merged customer has: of each field in which both differ one is chosen; addresses, chats and tickets are those of both. */
export function MergePreview({ into, from, onBack, onClose }: Props) {
  const client = useQueryClient()
  const undo = useUndoMerge()
  const { data: attributes } = useQuery(attributesQuery)
  const [id] = useState(() => newId<CustomerMergeId>())
  // What only the other one has is taken; of what both have the customer that stays keeps its own.
  const [take, setTake] = useState<MergeChoice>(() => ({
    name: false,
    plan: false,
    attributes: Object.keys(from.customer.attributes).filter(
      (key) => !(key in into.customer.attributes),
    ) as CustomerAttributeId[],
  }))
  const merge = useMutation({
    mutationFn: () => {
      const { id: customerId, version } = into.customer
      const body = { id, version, from: from.customer.id, fromVersion: from.customer.version, take }
      return call(mergeCustomers, { params: { customerId }, body })
    },
    onSuccess: async ({ id: customerId, version }) => {
      await client.invalidateQueries({ queryKey: customersKey })
      notify.success(m.customer_merged({ name: from.customer.name }), () => undo({ customerId, mergeId: id, version }))
      onClose()
    },
  })
  const conflicts = (attributes?.items ?? []).filter(({ id: key }) => {
    const [mine, theirs] = [into.customer.attributes[key], from.customer.attributes[key]]
    return mine !== undefined && theirs !== undefined && mine !== theirs
  })
  const isBlocked = into.customer.blockedAt !== null || from.customer.blockedAt !== null
  const isEachBlocked = into.customer.blockedAt !== null && from.customer.blockedAt !== null
  const choose = (key: 'name' | 'plan') => (isTaken: boolean) => setTake((before) => ({ ...before, [key]: isTaken }))
  return (
    <div className={styles.preview}>
      <h3 className={styles.subtitle}>{m.customer_merge_preview()}</h3>
      <Field
        label={m.customer_name()}
        mine={into.customer.name}
        theirs={from.customer.name}
        isTaken={take.name}
        onChoose={choose('name')}
      />
      <Field
        label={m.customer_plan()}
        mine={into.customer.plan}
        theirs={from.customer.plan}
        isTaken={take.plan}
        onChoose={choose('plan')}
      />
      {conflicts.map(({ id: key, name }) => (
        <Field
          key={key}
          label={name}
          mine={writtenValue(into.customer.attributes[key] as AttributeValue)}
          theirs={writtenValue(from.customer.attributes[key] as AttributeValue)}
          isTaken={take.attributes.includes(key)}
          onChoose={(isTaken) =>
            setTake((before) => ({
              ...before,
              attributes: isTaken ? [...before.attributes, key] : before.attributes.filter((one) => one !== key),
            }))
          }
        />
      ))}
      <Addresses records={[into, from]} />
      <p className={styles.faint}>
        {m.customer_merge_records({
          tickets: into.statistics.tickets + from.statistics.tickets,
          chats: into.statistics.chats + from.statistics.chats,
        })}
      </p>
      {isBlocked && !isEachBlocked && <p className={styles.warning}>{m.customer_merge_block()}</p>}
      <p className={styles.text}>{m.customer_merge_unverified()}</p>
      {merge.error && (
        <p className={styles.warning} role="alert">
          {failureText(merge.error)}
        </p>
      )}
      <div className={styles.answers}>
        <Button onClick={onBack} disabled={merge.isPending}>
          {m.customer_merge_back()}
        </Button>
        <Button
          variant="filled"
          data-autofocus
          onClick={() => merge.mutate()}
          disabled={merge.isPending}
          aria-busy={merge.isPending}
        >
          {merge.isPending ? m.customer_merging() : m.customer_merge_confirm()}
        </Button>
      </div>
    </div>
  )
}

type FieldProps = {
  label: string
  mine: string
  theirs: string
  isTaken: boolean
  onChoose: (isTaken: boolean) => void
}

/** One field: a choice where both differ, else the value. */
function Field({ label, mine, theirs, isTaken, onChoose }: FieldProps) {
  if (mine === theirs) {
    return (
      <p className={styles.field}>
        <span className={styles.faint}>{label}</span>
        {mine}
      </p>
    )
  }
  return (
    <Radio.Group
      label={label}
      value={isTaken ? 'theirs' : 'mine'}
      onChange={(value) => onChoose(value === 'theirs')}
      classNames={{ label: styles.faint ?? '' }}
    >
      <div className={styles.sides}>
        <Radio value="mine" label={mine} />
        <Radio value="theirs" label={theirs} />
      </div>
    </Radio.Group>
  )
}

function Addresses({ records }: { records: CustomerRecord[] }) {
  return (
    <div>
      <span className={styles.faint}>{m.customer_merge_addresses()}</span>
      <ul className={styles.addresses}>
        {records
          .flatMap(({ customer, merged }) => [customer, ...merged])
          .map(({ id, email, emailStatus }) => (
            <li key={id}>
              {email ?? m.customer_no_email()}
              {emailStatus && <AddressMark status={emailStatus} />}
            </li>
          ))}
      </ul>
    </div>
  )
}
