import { z } from 'zod'
import { EscalationReason, Priority } from '#contracts/conversation/escalation.ts'
import { Source } from '#contracts/conversation/message.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { MessageId } from '#contracts/ids.ts'

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
    attempts: z.array(
      z.object({
        provider: z.string(),
        model: z.string(),
        fault: z.string().nullable(),
        inputTokens: z.number().int(),
        outputTokens: z.number().int(),
        costMicroCents: z.number(),
        latencyMs: z.number().int(),
      }),
    ),
    groundingDecisions: z.array(z.object({ reason: z.string(), sentence: z.string() })),
    tools: z.array(z.string()),
    promptHash: z.string().nullable(),
    degraded: z.string().nullable(),
    escalation: z.object({ reason: EscalationReason, priority: Priority }).nullable(),
  }),
})
