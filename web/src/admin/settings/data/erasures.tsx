import { useQuery } from '@tanstack/react-query'
import { type ErasureView, getErasureCertificate, listErasures } from '#contracts/customer/erasure-certificate.ts'
import * as m from '#i18n/messages.js'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { Badge } from '#web/kit/surface.tsx'
import { addressOf, call } from '#web/lib/call.ts'
import { formatDate } from '#web/lib/format.ts'
import listStyles from '#web/ui/list.module.css'
import { LoadingRows } from '#web/ui/parts.tsx'
import styles from '#web/ui/run-log.module.css'

/** The erasures of customers with their certificates. */
export function Erasures() {
  const query = useQuery({
    queryKey: ['settings', 'erasures'],
    queryFn: ({ signal }) => call(listErasures, {}, { signal }),
    retry: false,
  })
  const items = query.data?.items ?? []
  return (
    <SettingsCard id="erasures" title={m.data_erasures_title()} text={m.data_erasures_text()}>
      {query.isPending && <LoadingRows label={m.common_loading()} rows={2} />}
      {query.error && !query.data && <ErrorState error={query.error} title={null} />}
      {query.data && items.length === 0 && (
        <EmptyState title={m.data_erasures_none()}>{m.data_erasures_none_text()}</EmptyState>
      )}
      <ul className={listStyles.list}>
        {items.map((one) => (
          <Erasure key={one.id} erasure={one} />
        ))}
      </ul>
    </SettingsCard>
  )
}

function Erasure({ erasure: { id, requestedAt, requestedBy, residue } }: { erasure: ErasureView }) {
  return (
    <li className={styles.item}>
      <span>
        {formatDate(requestedAt)} · {m.data_erasure_by({ name: requestedBy })}
      </span>
      {residue === null && <Badge tone="progress">{m.data_erasure_running()}</Badge>}
      {residue === 0 && <Badge tone="resolved">{m.data_erasure_clean()}</Badge>}
      {residue !== null && residue > 0 && <Badge tone="danger">{m.data_erasure_residue({ count: residue })}</Badge>}
      {residue !== null && (
        <a href={addressOf(getErasureCertificate.path, { params: { customerErasureId: id } })} download>
          {m.data_erasure_certificate()}
        </a>
      )}
    </li>
  )
}
