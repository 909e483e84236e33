import { Select } from '@mantine/core'
import type { ApiSettingsView, ResponsePriority } from '#contracts/provider/api-settings.ts'
import type { ProviderId } from '#contracts/provider/provider.ts'
import type { AiSettings } from '#contracts/tenant/tenant.ts'
import * as m from '#i18n/messages.js'
import { providerName } from '#web/admin/api-settings/labels.ts'
import { openSection, sectionHref } from '#web/admin/desk-address.ts'
import styles from '#web/admin/settings/settings.module.css'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { isFollowedHere } from '#web/lib/followed-here.ts'
import { formatPercent } from '#web/lib/format-percent.ts'
import type { CardProps } from './business-card.tsx'
import { edited, type ModelDraft, valuesOf } from './draft.ts'
import { SwitchRow } from './switch-cards.tsx'

const THRESHOLDS = [2, 3, 4, 5]
const CONFIDENCES = [0.6, 0.7, 0.8, 0.9]

const priorities: Record<ResponsePriority, () => string> = {
  fast: m.settings_response_fast,
  balanced: m.settings_response_balanced,
  quality: m.settings_response_quality,
}

const mailAnswers: Record<NonNullable<AiSettings['mailAnswers']>, () => string> = {
  off: m.settings_mail_answers_off,
  draft: m.settings_mail_answers_draft,
  send: m.settings_mail_answers_send,
}

/** The models of the connected providers, by provider; a value is `provider model`. */
const modelOptions = (view: ApiSettingsView) =>
  view.providers
    .filter(({ hasKey }) => hasKey)
    .map(({ id, models, model, defaultModel }) => ({
      group: providerName(id),
      items: [...new Set([model ?? defaultModel, ...models])]
        .filter((name) => name !== '')
        .map((name) => ({ value: `${id} ${name}`, label: name })),
    }))

/** The model of the connected provider that is asked first. */
function firstModel(view: ApiSettingsView): string | null {
  const [first] = view.order.flatMap((id) => view.providers.filter((one) => one.id === id && one.hasKey))
  return first ? `${first.id} ${first.model ?? first.defaultModel}` : null
}

/** Default model, speed, thresholds, style and wording of the assistant, and what it remembers. */
export function AiCard({ view, draft, onChange, providers }: CardProps & { providers: ApiSettingsView | undefined }) {
  const ai = valuesOf(view, draft, 'aiSettings')
  const change = (patch: Partial<AiSettings>) => onChange(edited(draft, view, 'aiSettings', patch))
  const changeModels = (patch: ModelDraft) => onChange({ ...draft, models: { ...draft.models, ...patch } })
  const chosen = draft.models?.model
  const options = providers ? modelOptions(providers) : []
  return (
    <SettingsCard id="ai" title={m.settings_ai()} text={m.settings_ai_text()}>
      <div className={styles.pair}>
        <Select
          label={m.settings_default_model()}
          description={options.length > 0 ? m.settings_default_model_text() : m.settings_default_model_none()}
          data={options}
          placeholder={options.length === 0 ? m.settings_default_model_empty() : undefined}
          disabled={options.length === 0}
          value={chosen ? `${chosen.provider} ${chosen.name}` : providers ? firstModel(providers) : null}
          onChange={(value) => {
            const [provider = '', ...name] = (value ?? '').split(' ')
            if (value) changeModels({ model: { provider: provider as ProviderId, name: name.join(' ') } })
          }}
        />
        <Select
          label={m.settings_response_time()}
          description={m.settings_response_time_text()}
          data={Object.entries(priorities).map(([value, label]) => ({ value, label: label() }))}
          value={draft.models?.responsePriority ?? providers?.responsePriority ?? 'fast'}
          disabled={!providers}
          onChange={(value) => value && changeModels({ responsePriority: value as ResponsePriority })}
        />
        <Select
          label={m.settings_escalation()}
          description={m.settings_escalation_text()}
          data={THRESHOLDS.map((count) => ({ value: String(count), label: m.settings_escalation_option({ count }) }))}
          value={String(ai.escalationThreshold)}
          onChange={(value) => value && change({ escalationThreshold: Number(value) })}
        />
        <Select
          label={m.settings_confidence()}
          description={m.settings_confidence_text()}
          data={CONFIDENCES.map((value) => ({ value: String(value), label: formatPercent(value) }))}
          value={String(ai.confidenceThreshold)}
          onChange={(value) => value && change({ confidenceThreshold: Number(value) })}
        />
        <Select
          label={m.settings_style()}
          description={m.settings_style_text()}
          data={[
            { value: 'profile', label: m.settings_style_profile() },
            { value: 'casual', label: m.settings_style_casual() },
            { value: 'professional', label: m.settings_style_professional() },
          ]}
          value={ai.replyStyle ?? 'profile'}
          onChange={(value) => change({ replyStyle: value === 'casual' || value === 'professional' ? value : null })}
        />
        <Select
          label={m.settings_wording()}
          description={m.settings_wording_text()}
          data={[
            { value: 'exact', label: m.settings_wording_exact() },
            { value: 'reworded', label: m.settings_wording_reworded() },
          ]}
          value={ai.answers ?? 'exact'}
          onChange={(value) => change({ answers: value === 'reworded' ? 'reworded' : 'exact' })}
        />
        <Select
          label={m.settings_mail_answers()}
          description={m.settings_mail_answers_text()}
          data={Object.entries(mailAnswers).map(([value, label]) => ({ value, label: label() }))}
          value={ai.mailAnswers ?? 'draft'}
          onChange={(value) => value && change({ mailAnswers: value as keyof typeof mailAnswers })}
        />
      </div>
      <p className={styles.cardText}>
        {m.settings_first_provider()}{' '}
        <a
          href={sectionHref('api-settings')}
          onClick={(event) => {
            if (!isFollowedHere(event)) return
            event.preventDefault()
            openSection('api-settings')
          }}
        >
          {m.settings_first_provider_link()}
        </a>
      </p>
      <SwitchRow
        label={m.settings_learning()}
        text={m.settings_learning_text()}
        value={ai.enableLearning}
        onChange={(enableLearning) => change({ enableLearning })}
      />
      <SwitchRow
        label={m.settings_personalize()}
        text={m.settings_personalize_text()}
        value={ai.personalizeResponses}
        onChange={(personalizeResponses) => change({ personalizeResponses })}
      />
    </SettingsCard>
  )
}
