import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CustomerRecord } from '#contracts/customer/customer-record.ts'
import type { DuplicateReason } from '#contracts/customer/merge.ts'
import type { CustomerId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { AddressMark } from '#web/admin/customers/labels.tsx'
import { duplicatesQuery, matchingQuery, recordQuery } from '#web/admin/customers/queries.ts'
import { ErrorState } from '#web/kit/states.tsx'
import { Avatar } from '#web/kit/surface.tsx'
import { SearchField } from '#web/ui/filters.tsx'
import { LoadingRows } from '#web/ui/parts.tsx'
import styles from './merge.module.css'
import { MergePreview } from './merge-preview.tsx'

/** Chooses the customer who is the same person, shows what both are together, and merges them. */
export function MergeDialog({ record, onClose }: { record: CustomerRecord; onClose: () => void }) {
  const [other, setOther] = useState<CustomerId | null>(null)
  return (
    <Modal
      opened
      onClose={onClose}
      title={m.customer_merge_title({ name: record.customer.name })}
      size={560}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      {other ? (
        <Chosen record={record} other={other} onBack={() => setOther(null)} onClose={onClose} />
      ) : (
        <Chooser id={record.customer.id} onChoose={setOther} />
      )}
    </Modal>
  )
}

type ChosenProps = { record: CustomerRecord; other: CustomerId; onBack: () => void; onClose: () => void }

function Chosen({ record, other, onBack, onClose }: ChosenProps) {
  const { data, error, refetch } = useQuery(recordQuery(other))
  if (data) return <MergePreview into={record} from={data} onBack={onBack} onClose={onClose} />
  return (
    <>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows label={m.common_loading()} rows={4} />
      )}
      <div className={styles.answers}>
        <Button onClick={onBack}>{m.customer_merge_back()}</Button>
      </div>
    </>
  )
}

const REASONS: Record<DuplicateReason, () => string> = {
  same_email: m.customer_merge_reason_same_email,
  similar_email: m.customer_merge_reason_similar_email,
  same_name: m.customer_merge_reason_same_name,
}

type Candidate = Pick<CustomerRecord['merged'][number], 'id' | 'name' | 'email' | 'emailStatus'> & {
  reasons?: DuplicateReason[]
}

/** Possible duplicates, or while something is typed the customers found by it. */
function Chooser({ id, onChoose }: { id: CustomerId; onChoose: (id: CustomerId) => void }) {
  const [words, setWords] = useState('')
  const duplicates = useQuery(duplicatesQuery(id))
  const found = useQuery({ ...matchingQuery(words), enabled: words !== '' })
  const { data, error, refetch } = words === '' ? duplicates : found
  const items: Candidate[] | undefined = data?.items.filter((item) => item.id !== id)
  return (
    <div className={styles.chooser}>
      <p className={styles.text}>{m.customer_merge_text()}</p>
      <SearchField
        value={words}
        onChange={setWords}
        label={m.customer_merge_search()}
        placeholder={m.customer_search_placeholder()}
        clearLabel={m.customer_search_clear()}
      />
      <h3 className={styles.subtitle}>{words === '' ? m.customer_merge_suggested() : m.customer_merge_found()}</h3>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!items && !error && <LoadingRows label={m.common_loading()} rows={3} />}
      {items?.length === 0 && (
        <p className={styles.text}>{words === '' ? m.customer_merge_none() : m.customer_merge_not_found()}</p>
      )}
      <ul className={styles.candidates}>
        {items?.map((item) => (
          <li key={item.id}>
            <button type="button" className={styles.candidate} onClick={() => onChoose(item.id)}>
              <Avatar name={item.name} size={28} />
              <span className={styles.who}>
                <strong>{item.name}</strong>
                <span className={styles.faint}>{item.email ?? m.customer_no_email()}</span>
              </span>
              {item.reasons && (
                <span className={styles.faint}>{item.reasons.map((reason) => REASONS[reason]()).join(', ')}</span>
              )}
              {item.emailStatus && <AddressMark status={item.emailStatus} isShort />}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
