import type { DataImportView, ImportReport } from '#contracts/data-import/data-import.ts'
import { downloadSkippedRecords } from '#contracts/data-import/data-import.ts'
import * as m from '#i18n/messages.js'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { addressOf } from '#web/lib/call.ts'
import { formatNumber } from '#web/lib/format.ts'
import listStyles from '#web/ui/list.module.css'
import { KINDS, kindLabel } from './labels.ts'
import styles from './move-in.module.css'

type Props = { report: ImportReport; title: string; isDone?: boolean }

/** What was added, or would be, what was known, and what was left out, by kind. */
export function Report({ report, title, isDone = false }: Props) {
  return (
    <table className={styles.table}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{m.data_import_column_kind()}</th>
          <th scope="col">{isDone ? m.data_import_column_added() : m.data_import_column_new()}</th>
          <th scope="col">{m.data_import_column_known()}</th>
          <th scope="col">{m.data_import_column_skipped()}</th>
        </tr>
      </thead>
      <tbody>
        {KINDS.map((kind) => (
          <tr key={kind}>
            <th scope="row">{kindLabel(kind)}</th>
            <td>{formatNumber(report[kind].added)}</td>
            <td>{formatNumber(report[kind].known)}</td>
            <td>{formatNumber(report[kind].skipped)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The first records that were left out, and all of them as a file. */
export function Skipped({ view }: { view: DataImportView }) {
  const hidden = view.skippedCount - view.skipped.length
  const address = addressOf(downloadSkippedRecords.path, { params: { dataImportId: view.id } })
  return (
    <SettingsCard id="skipped" title={m.data_import_skipped({ count: formatNumber(view.skippedCount) })}>
      <ul className={`${listStyles.list} ${styles.skips}`}>
        {view.skipped.map((one) => (
          <li key={`${one.place} ${one.externalId}`}>
            <strong>{one.externalId ? `${one.place} (${one.externalId})` : one.place}</strong> {one.reason}
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className={styles.help}>{m.data_import_skipped_more({ count: formatNumber(hidden) })}</p>}
      <p>
        <a href={address} download>
          {m.data_import_skipped_download()}
        </a>
      </p>
    </SettingsCard>
  )
}
