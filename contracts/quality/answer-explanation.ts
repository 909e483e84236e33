import { z } from 'zod'
import { EscalationReason, Priority } from '#contracts/conversation/escalation.ts'
import { Source } from '#contracts/conversation/message.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { MessageId } from '#contracts/ids.ts'
import { Task } from '#contracts/provider/api-settings.ts'
import { ProviderId } from '#contracts/provider/provider.ts'

const Quality = { tag: 'quality', access: 'member' } as const

/** "Why this answer?": how the assistant made a message, for members. */
export const explainMessage = endpoint({
  ...Quality,
  method: 'GET',
  path: '/api/quality/messages/:messageId',
  summary: 'Why this answer?',
  rate: 'read',
  params: z.object({ messageId: MessageId }),
  reply: z.object({
    messageId: MessageId,
    engine: z.enum(['model', 'no-key', 'canned']),
    question: z.string(),
    confidence: z.number().nullable(),
    /** The business's threshold as it is now. */
    threshold: z.number(),
    /** Null where nothing was recorded. */
    latencyMs: z.number().int().nullable(),
    firstTokenMs: z.number().int().nullable(),
    agent: z.object({ name: z.string(), type: z.string() }).nullable(),
    analysis: z.object({ urgency: z.string(), complexity: z.string(), tone: z.string() }).nullable(),
    retrieved: z.array(
      z.object({
        kind: Source.shape.kind,
        id: z.string(),
        title: z.string().nullable(),
        score: z.number().nullable(),
        isCited: z.boolean(),
      }),
    ),
    /** The order of the connected providers, why the first was first, and which were passed over. Null: not recorded. */
    providerChoice: z
      .object({
        order: z.array(ProviderId),
        reason: z.enum(['console', 'agent', ...Task.options, 'own_order']),
        skipped: z.array(
          z.object({
            provider: ProviderId,
            reason: z.enum(['wrong_key', 'unreadable_key', 'no_model', 'paused', 'budget']),
          }),
        ),
      })
      .nullable(),
    attempts: z.array(
      z.object({
        provider: ProviderId,
        model: z.string(),
        /** Why it was called: first, after a failure, beside a slow provider, or to go on with an interrupted answer. Null: not recorded. */
        cause: z.enum(['first', 'fallback', 'hedge', 'continuation']).nullable(),
        fault: z.string().nullable(),
        inputTokens: z.number().int(),
        outputTokens: z.number().int(),
        /** The provider did not report all tokens. */
        isEstimated: z.boolean(),
        costMicroCents: z.number(),
        latencyMs: z.number().int(),
      }),
    ),
    /** What became of each sentence that a model wrote; `shown`: what the sources say in its place. */
    groundingDecisions: z.array(
      z.object({
        decision: z.enum(['source', 'replaced', 'judged', 'cut']),
        sentence: z.string(),
        shown: z.string().nullable(),
        reason: z.string().nullable(),
      }),
    ),
    tools: z.array(z.string()),
    promptHash: z.string().nullable(),
    degraded: z.string().nullable(),
    escalation: z.object({ reason: EscalationReason, priority: Priority }).nullable(),
  }),
})
