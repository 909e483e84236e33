import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant, line } from '#contracts/fields.ts'
import { ProviderId } from './provider.ts'

/** Result of the last call with a stored key. `untested`: there was none. */
export const KeyStatus = z.enum([
  'untested',
  'ok',
  'wrong_key',
  'rate_limited',
  'unknown_model',
  'bad_request',
  'timeout',
  'no_network',
  'refused_address',
  'server',
  'bad_answer',
  'cut',
])
export type KeyStatus = z.output<typeof KeyStatus>

/** Why a key test failed; each code has its text on the screen. */
export const TestFault = z.enum([
  ...KeyStatus.exclude(['untested', 'ok']).options,
  'no_key',
  'no_address',
  'unreadable',
])
export type TestFault = z.output<typeof TestFault>

/** Price of a million tokens in US cents; every attempt stores the price it was made at. */
export const TokenPrice = z.strictObject({
  inputCents: z.number().min(0).max(100_000),
  outputCents: z.number().min(0).max(100_000),
})
export type TokenPrice = z.output<typeof TokenPrice>

/** `fast`: the quick model always; `balanced`: the strong one for difficult questions; `quality`: always the strong one. */
export const ResponsePriority = z.enum(['fast', 'balanced', 'quality'])
export type ResponsePriority = z.output<typeof ResponsePriority>

/** Who answers first: the provider that the task prefers, or always the first of the tenant's own order. */
export const FirstProvider = z.enum(['by_task', 'own_order'])
export type FirstProvider = z.output<typeof FirstProvider>

/** A kind of question with a preferred provider: of a technical or sales agent, difficult, of an expert customer, or simple. */
export const Task = z.enum(['technical', 'sales', 'difficult', 'expert', 'simple'])
export type Task = z.output<typeof Task>

export const TaskRule = z.object({ task: Task, provider: ProviderId })
export type TaskRule = z.output<typeof TaskRule>

/** Budgets in US cents; null means none. From `cheaperFromPercent` of a budget on, the cheapest model answers; at the budget none does. */
export const Budgets = z.strictObject({
  guestDailyCents: z.number().int().min(0).max(1_000_000).nullable(),
  tenantDailyCents: z.number().int().min(0).max(100_000_000).nullable(),
  cheaperFromPercent: z.number().int().min(1).max(100),
})
export type Budgets = z.output<typeof Budgets>

/** Settings of one provider. The key never leaves the server: `keyEnd` is its last four characters. */
export const ProviderView = z.object({
  id: ProviderId,
  hasKey: z.boolean(),
  keyEnd: z.string().nullable(),
  keyChangedAt: Instant.nullable(),
  /** The stored key was encrypted under another master key: it must be entered again. */
  isUnreadable: z.boolean(),
  status: KeyStatus,
  checkedAt: Instant.nullable(),
  /** The model chosen by the business; null: the current default. */
  model: z.string().nullable(),
  defaultModel: z.string(),
  /** Suggested models; any other name can be entered. */
  models: z.array(z.string()),
  /** Of `custom` only. */
  baseUrl: z.string().nullable(),
  /** The price set by the business, and the list price that applies where it set none. */
  customPrice: TokenPrice.nullable(),
  listPrice: TokenPrice,
  /** The model has no list price: `listPrice` is an estimate. */
  isPriceEstimated: z.boolean(),
  callsToday: z.number().int(),
  failedToday: z.number().int(),
  /** Millionths of a cent. */
  spentTodayMicroCents: z.number(),
})
export type ProviderView = z.output<typeof ProviderView>

export const ApiSettingsView = z.object({
  providers: z.array(ProviderView),
  /** All providers in the order in which they are tried, where neither the agent nor a rule names one. */
  order: z.array(ProviderId),
  firstProvider: FirstProvider,
  /** The provider that each task prefers under `by_task`. */
  taskRules: z.array(TaskRule),
  responsePriority: ResponsePriority,
  budgets: Budgets,
  spentTodayMicroCents: z.number(),
  updatedAt: Instant.nullable(),
  updatedByName: z.string().nullable(),
})
export type ApiSettingsView = z.output<typeof ApiSettingsView>

const Key = z
  .string()
  .max(500, 'error_provider_key_too_long')
  .trim()
  .regex(/^[\x21-\x7e]*$/, 'error_provider_key_characters')
const Model = line(200)
const BaseUrl = z
  .string()
  .max(500)
  .trim()
  .regex(/^(https?:\/\/[^\s@?#]+)?$/i, 'error_enter_model_url')

/** A change of one provider. Omitted fields stay; an empty key keeps the stored one, `null` removes it. */
export const ProviderChange = z.strictObject({
  provider: ProviderId,
  key: Key.nullable().optional(),
  /** Empty or null: the current default. */
  model: Model.nullable().optional(),
  /** Of `custom` only; a new address removes the stored key unless the change has one. */
  baseUrl: BaseUrl.nullable().optional(),
  customPrice: TokenPrice.nullable().optional(),
})
export type ProviderChange = z.output<typeof ProviderChange>

export const ApiSettingsChange = z.strictObject({
  providers: z.array(ProviderChange).max(ProviderId.options.length).default([]),
  order: z.array(ProviderId).max(ProviderId.options.length).optional(),
  firstProvider: FirstProvider.optional(),
  responsePriority: ResponsePriority.optional(),
  budgets: Budgets.optional(),
})
export type ApiSettingsChange = z.output<typeof ApiSettingsChange>

const Settings = { tag: 'providers', access: 'member' } as const

/** For owners and admins; others are refused. */
export const getApiSettings = endpoint({
  ...Settings,
  method: 'GET',
  path: '/api/providers',
  summary: 'AI providers, their keys (masked), models, order and budgets',
  rate: 'read',
  reply: ApiSettingsView,
})

/** All or nothing: the stored values are read back, decrypted and compared before the reply. */
export const saveApiSettings = endpoint({
  ...Settings,
  method: 'PUT',
  path: '/api/providers',
  summary: 'Save keys, models, order and budgets',
  rate: 'write',
  body: ApiSettingsChange,
  reply: ApiSettingsView,
})

/** A real call to the provider: one message "Hello", at most 10 tokens. Without a key the stored one is used. */
export const testProvider = endpoint({
  ...Settings,
  method: 'POST',
  path: '/api/providers/test',
  summary: 'Test a key',
  rate: 'write',
  body: z.strictObject({
    provider: ProviderId,
    key: Key.optional(),
    model: Model.optional(),
    baseUrl: BaseUrl.optional(),
  }),
  reply: z.object({
    ok: z.boolean(),
    fault: TestFault.nullable(),
    model: z.string(),
    latencyMs: z.number().int(),
    retryAfterSeconds: z.number().int().nullable(),
  }),
})
