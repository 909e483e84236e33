import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { DataImportView } from '#contracts/data-import/data-import.ts'
import * as m from '#i18n/messages.js'
import { useSectionSearch } from '#web/admin/desk-address.ts'
import pageStyles from '#web/admin/settings/settings.module.css'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { Badge } from '#web/kit/surface.tsx'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import listStyles from '#web/ui/list.module.css'
import { LoadingRows } from '#web/ui/parts.tsx'
import { Begin } from './begin.tsx'
import { sourceLabel, statusOf } from './labels.ts'
import styles from './move-in.module.css'
import { importsQuery } from './queries.ts'

const OpenImport = lazyPart(async () => (await import('./open-import.tsx')).OpenImport, {
  waiting: () => <LoadingRows label={m.common_loading()} rows={5} height={56} />,
})

/** Settings → Move in: exports of other products. The address holds the open import, so that a reload shows where it is. */
export function MoveInTab() {
  const [search, change] = useSectionSearch()
  const { data: imports, error, refetch } = useQuery(importsQuery)
  if (error && !imports) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!imports) return <LoadingRows label={m.common_loading()} rows={5} height={56} />
  const open = (id: string | undefined) => change({ import: id })
  if (search.import) {
    return (
      <div className={pageStyles.page}>
        <div>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => open(undefined)}>
            {m.data_import_all()}
          </Button>
        </div>
        <OpenImport id={search.import} onGone={() => open(undefined)} />
      </div>
    )
  }
  return (
    <div className={pageStyles.page}>
      <SettingsCard id="move-in" title={m.data_import_title()} text={m.data_import_text()}>
        <Begin onBegun={open} />
      </SettingsCard>
      <SettingsCard id="imports" title={m.data_import_earlier()}>
        {imports.length === 0 && <p className={styles.help}>{m.data_import_none()}</p>}
        <ul className={listStyles.list} aria-label={m.data_import_earlier()}>
          {imports.map((view) => (
            <ImportItem key={view.id} view={view} onOpen={() => open(view.id)} />
          ))}
        </ul>
      </SettingsCard>
    </div>
  )
}

function ImportItem({ view, onOpen }: { view: DataImportView; onOpen: () => void }) {
  const { label, tone } = statusOf(view.status)
  const name = view.name || sourceLabel(view.source)
  return (
    <li className={styles.item}>
      <span className={styles.lines}>
        <span className={styles.name}>{name}</span>
        <span className={styles.help}>
          {[sourceLabel(view.source), view.createdByName, formatDate(view.createdAt)].join(' · ')}
          {view.result && ` · ${m.data_import_item_tickets({ count: formatNumber(view.result.ticket.added) })}`}
        </span>
      </span>
      <Badge tone={tone}>{label()}</Badge>
      <Button size="compact-sm" onClick={onOpen} aria-label={m.data_import_open_of({ name })}>
        {m.data_import_open()}
      </Button>
    </li>
  )
}
