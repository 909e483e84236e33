import { useQuery } from '@tanstack/react-query'
import type { MacroId } from '#contracts/ids.ts'
import type { MacroView } from '#contracts/ticket/macro.ts'
import * as m from '#i18n/messages.js'
import { macrosQuery } from '#web/admin/tickets/thread/macros/queries.ts'
import { formatNumber } from '#web/lib/format.ts'
import { confirmAction } from '#web/ui/confirm.tsx'
import { Choice } from '#web/ui/filters.tsx'
import styles from './bulk-bar.module.css'

type RunMacroProps = {
  /** How many tickets are selected; null for all that match the filter. */
  count: number | null
  onRun: (macroId: MacroId) => void
}

/** Runs a macro on the selected tickets. One with a text is shown first: replies cannot be taken back. */
export function RunMacro({ count, onRun }: RunMacroProps) {
  const { data: macros = [] } = useQuery(macrosQuery)
  if (macros.length === 0) return null
  const choose = async (id: string) => {
    const macro = macros.find((one) => one.id === id)
    if (macro && (macro.body === '' || (await confirmAction(questionOf(macro, count))))) onRun(macro.id)
  }
  return (
    <Choice
      label={m.bulk_macro()}
      value="all"
      options={macros.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(id) => void choose(id)}
    />
  )
}

const questionOf = ({ name, body }: MacroView, count: number | null) => ({
  title: count === null ? m.bulk_macro_title_all({ name }) : m.bulk_macro_title({ name, count: formatNumber(count) }),
  body: (
    <>
      <p>{m.bulk_macro_body()}</p>
      <blockquote className={styles.reply}>{body}</blockquote>
    </>
  ),
  confirm: m.bulk_macro_send(),
})
