import type { ApiSettingsView, FirstProvider, Task } from '#contracts/provider/api-settings.ts'
import type { ProviderId } from '#contracts/provider/provider.ts'
import * as m from '#i18n/messages.js'
import styles from './api-settings.module.css'
import { providerName, statusOf } from './labels.ts'

const tasks: Record<Task, () => string> = {
  technical: m.provider_task_technical,
  sales: m.provider_task_sales,
  difficult: m.provider_task_difficult,
  expert: m.provider_task_expert,
  simple: m.provider_task_simple,
}

type ResultProps = { view: ApiSettingsView; order: readonly ProviderId[]; firstProvider: FirstProvider }

/** Which providers are asked for which questions, in which order, and why: what the settings on the screen come to. */
export function ResultingOrder({ view, order, firstProvider }: ResultProps) {
  const usable = order.filter((id) => view.providers.some((one) => one.id === id && isUsable(one)))
  if (usable.length === 0) return <p className={styles.help}>{m.provider_result_none()}</p>
  const preferred = firstProvider === 'by_task' ? [...new Set(view.taskRules.map(({ provider }) => provider))] : []
  const questionsOf = (provider: ProviderId) =>
    view.taskRules.flatMap((rule) => (rule.provider === provider ? [tasks[rule.task]()] : [])).join(', ')
  return (
    <div className={styles.results}>
      <h3 className={styles.resultsHeading}>{m.provider_result()}</h3>
      <dl>
        {preferred.map((id) => (
          <Result
            key={id}
            questions={questionsOf(id)}
            order={usable.includes(id) ? [id, ...usable.filter((other) => other !== id)] : usable}
            reason={(usable.includes(id) ? m.provider_result_task : m.provider_result_task_no_key)({
              name: providerName(id),
            })}
          />
        ))}
        <Result
          questions={preferred.length > 0 ? m.provider_task_other() : m.provider_task_all()}
          order={usable}
          reason={m.provider_result_own_order()}
        />
      </dl>
      <p className={styles.help}>{m.provider_result_agent()}</p>
    </div>
  )
}

const isUsable = (view: ApiSettingsView['providers'][number]): boolean =>
  !['closed', 'danger'].includes(statusOf(view).tone)

function Result(props: { questions: string; order: readonly ProviderId[]; reason: string }) {
  return (
    <div>
      <dt>{props.questions}</dt>
      <dd>
        {props.order.map(providerName).join(' → ')} <small>{props.reason}</small>
      </dd>
    </div>
  )
}
