import { z } from 'zod'
import { Source } from '#contracts/conversation/message.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { requiredText } from '#contracts/fields.ts'
import { AgentId } from '#contracts/ids.ts'
import { ProviderId } from '#contracts/provider/provider.ts'

const Member = { tag: 'agents', access: 'member' } as const
const ById = z.object({ agentId: AgentId })

/** An answer in the test console, with how it was made. */
export const AgentTestView = z.object({
  answer: z.string(),
  outcome: z.enum(['answered', 'suggested', 'small_talk', 'unknown']),
  engine: z.enum(['model', 'no-key', 'canned']),
  /** Why no model answered: `No API keys available`. */
  notice: z.string().nullable(),
  provider: ProviderId.nullable(),
  model: z.string().nullable(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  /** Millionths of a cent, failed attempts included. Null: the price of the model is not known. */
  costMicroCents: z.number(),
  latencyMs: z.number().int(),
  firstTokenMs: z.number().int().nullable(),
  confidence: z.number().nullable(),
  sources: z.array(Source),
  suggestions: z.array(z.string()),
  attempts: z.array(z.object({ provider: ProviderId, model: z.string(), fault: z.string().nullable() })),
  /** Sentences of the model that the grounding check cut, each with the reason. */
  cut: z.array(z.object({ reason: z.string(), sentence: z.string() })),
  tools: z.array(z.string()),
})
export type AgentTestView = z.output<typeof AgentTestView>

/** Asks an agent as a customer would, without a conversation. Calls real providers, at their price. */
export const testAgent = endpoint({
  ...Member,
  method: 'POST',
  path: '/api/agents/:agentId/test',
  summary: 'Test an AI agent with a message',
  rate: 'write',
  params: ById,
  body: z.strictObject({
    message: requiredText(4000, 'error_enter_message'),
    provider: z.union([z.literal('automatic'), ProviderId]).default('automatic'),
  }),
  reply: AgentTestView,
})
