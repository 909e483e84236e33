import {
  IconBug,
  IconHeadset,
  IconMessageHeart,
  IconPlug,
  type IconProps,
  IconReceipt,
  IconShieldLock,
  IconTag,
  IconUrgent,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { AgentStatus, AgentType } from '#contracts/agent/agent.ts'
import type { ProviderId } from '#contracts/provider/provider.ts'
import * as m from '#i18n/messages.js'
import { providerName } from '#web/admin/api-settings/labels.ts'
import type { Tone } from '#web/kit/surface.tsx'
import { pageLocale } from '#web/lib/format.ts'

/** Label and icon of each type of agent. */
export const kinds: Record<AgentType, { label: () => string; Icon: ComponentType<IconProps> }> = {
  technical: { label: m.agent_type_technical, Icon: IconBug },
  sales: { label: m.agent_type_sales, Icon: IconTag },
  general: { label: m.agent_type_general, Icon: IconHeadset },
  billing: { label: m.agent_type_billing, Icon: IconReceipt },
  security: { label: m.agent_type_security, Icon: IconShieldLock },
  integration: { label: m.agent_type_integration, Icon: IconPlug },
  escalation: { label: m.agent_type_escalation, Icon: IconUrgent },
  feedback: { label: m.agent_type_feedback, Icon: IconMessageHeart },
}

export const statuses: Record<AgentStatus, { label: () => string; tone: Tone }> = {
  active: { label: m.agent_status_active, tone: 'resolved' },
  inactive: { label: m.agent_status_inactive, tone: 'closed' },
  training: { label: m.agent_status_training, tone: 'waiting' },
}

/** In the order of the connection panel. */
export const providerIds: readonly ProviderId[] = [
  'openai',
  'claude',
  'deepseek',
  'gemini',
  'cohere',
  'perplexity',
  'huggingface',
  'mistral',
  'groq',
  'custom',
]

/** Label of an agent's model. */
export function modelLabel(provider: ProviderId | null, model: string | null): string {
  if (!provider) return m.agent_model_automatic()
  return model ? `${providerName(provider)} · ${model}` : providerName(provider)
}

/** Milliseconds as `0.1s`. */
export const seconds = (ms: number): string =>
  m.agent_seconds({ value: (ms / 1000).toLocaleString(pageLocale(), { maximumFractionDigits: ms < 10_000 ? 1 : 0 }) })

const MICRO_CENTS_PER_DOLLAR = 100_000_000

/** Millionths of a cent as dollars, with enough digits to show the cost of one answer. */
export function dollars(microCents: number): string {
  const value = microCents / MICRO_CENTS_PER_DOLLAR
  const digits = value === 0 || value >= 1 ? 2 : Math.min(8, 2 - Math.floor(Math.log10(value)))
  return value.toLocaleString(pageLocale(), {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: Math.min(2, digits),
    maximumFractionDigits: digits,
  })
}
