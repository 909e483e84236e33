import { TextInput } from '@mantine/core'
import type { ApiSettingsView } from '#contracts/provider/api-settings.ts'
import * as m from '#i18n/messages.js'
import { classes } from '#web/lib/classes.ts'
import styles from './api-settings.module.css'
import { budgetsOf, type Draft, type Faults } from './draft.ts'
import { dollars, spent } from './labels.ts'

type BudgetFields = Pick<Draft, 'tenantDaily' | 'guestDaily' | 'cheaperFrom'>
type BudgetsProps = {
  view: ApiSettingsView
  draft: Draft
  faults: Faults
  onChange: (patch: BudgetFields) => void
}

/** Daily budgets, and today's cost. */
export function BudgetsPanel({ view, draft, faults, onChange }: BudgetsProps) {
  const typed = budgetsOf(view, draft)
  const field = (name: keyof BudgetFields, label: string, placeholder: string = m.provider_budget_none()) => (
    <TextInput
      label={label}
      inputMode="decimal"
      placeholder={placeholder}
      value={typed[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      error={faults[name]}
    />
  )
  return (
    <section className={styles.panel} aria-labelledby="provider-budgets">
      <h2 id="provider-budgets" className={styles.heading}>
        {m.provider_budgets()}
      </h2>
      <Spending view={view} />
      {field('tenantDaily', m.provider_budget_tenant())}
      {field('guestDaily', m.provider_budget_guest())}
      {field('cheaperFrom', m.provider_budget_cheaper(), '')}
      <p className={styles.help}>{m.provider_budget_help()}</p>
    </section>
  )
}

function Spending({ view }: { view: ApiSettingsView }) {
  const cap = view.budgets.tenantDailyCents
  const now = spent(view.spentTodayMicroCents)
  const share = cap === null ? 0 : cap === 0 ? 1 : Math.min(1, view.spentTodayMicroCents / (cap * 1_000_000))
  const isTight = cap !== null && share * 100 >= view.budgets.cheaperFromPercent
  const text = cap === null ? now : m.provider_spent_of({ spent: now, budget: dollars(cap) })
  return (
    <div className={styles.spending}>
      <p className={styles.spentRow}>
        <span>{m.provider_spent()}</span>
        <strong>{text}</strong>
      </p>
      {cap !== null && (
        <div className={styles.bar} aria-hidden="true">
          <div className={classes(styles.fill, isTight && styles.tight)} style={{ width: `${share * 100}%` }} />
        </div>
      )}
    </div>
  )
}
