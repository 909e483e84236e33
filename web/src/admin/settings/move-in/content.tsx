import type { ImportContent } from '#contracts/data-import/data-import.ts'
import * as m from '#i18n/messages.js'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { formatNumber } from '#web/lib/format.ts'
import listStyles from '#web/ui/list.module.css'
import { KINDS, kindLabel } from './labels.ts'
import styles from './move-in.module.css'

/** What the export has: how much of each kind, and the first five records. */
export function Content({ content }: { content: ImportContent }) {
  const { counts, samples, ignoredFiles, columns } = content
  return (
    <SettingsCard id="content" title={m.data_import_content()}>
      <dl className={styles.counts}>
        {KINDS.map((kind) => (
          <div key={kind}>
            <dt>{kindLabel(kind)}</dt>
            <dd>{formatNumber(counts[kind])}</dd>
          </div>
        ))}
        <div>
          <dt>{m.data_import_messages()}</dt>
          <dd>{columns.length > 0 ? '–' : formatNumber(counts.message)}</dd>
        </div>
      </dl>
      {KINDS.map((kind) => {
        const found = samples.filter((sample) => sample.kind === kind)
        if (found.length === 0) return null
        return (
          <div key={kind}>
            <h3>{m.data_import_samples({ kind: kindLabel(kind) })}</h3>
            <ul className={`${listStyles.list} ${styles.skips}`}>
              {found.map((sample) => (
                <li key={sample.externalId}>
                  <strong>{sample.title || sample.externalId}</strong> {sample.text}
                </li>
              ))}
            </ul>
          </div>
        )
      })}
      {ignoredFiles.length > 0 && (
        <p className={styles.help}>{m.data_import_ignored({ names: ignoredFiles.slice(0, 10).join(', ') })}</p>
      )}
    </SettingsCard>
  )
}
