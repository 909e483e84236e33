import type { CustomDomainView, DomainRecord } from '#contracts/tenant/custom-domain.ts'
import * as m from '#i18n/messages.js'
import { CopyButton } from '#web/admin/settings/copy-button.tsx'
import styles from './portal.module.css'

/** The records to be set at the DNS provider. A domain that the operator gave has none to show. */
export function DomainRecords({ domain: { host, proof, target, addresses } }: { domain: CustomDomainView }) {
  if (!proof) return null
  return (
    <>
      <RecordList label={m.settings_domain_records()} records={[proof, target]} />
      {addresses.length > 0 && <RecordList label={m.settings_domain_addresses({ host })} records={addresses} />}
    </>
  )
}

function RecordList({ label, records }: { label: string; records: readonly DomainRecord[] }) {
  return (
    <section aria-label={label} className={styles.records}>
      <h3>{label}</h3>
      {records.map(({ type, name, value }) => (
        <dl key={`${type} ${value}`} className={styles.record}>
          <Part label={m.settings_domain_type()} text={type} />
          <Part label={m.settings_domain_name()} text={name} copy={m.settings_domain_copy_name({ type })} />
          <Part label={m.settings_domain_value()} text={value} copy={m.settings_domain_copy_value({ type })} />
        </dl>
      ))}
    </section>
  )
}

function Part({ label, text, copy }: { label: string; text: string; copy?: string }) {
  return (
    <div className={styles.recordPart}>
      <dt>{label}</dt>
      <dd>
        <code>{text}</code>
        {copy && <CopyButton text={text} label={copy} />}
      </dd>
    </div>
  )
}
