import type { ReplyOf } from '#contracts/endpoint.ts'
import type { MessageId } from '#contracts/ids.ts'
import type { explainMessage } from '#contracts/quality/answer-explanation.ts'
import { findEscalationAfter, type Origin } from '#server/assistant/service.ts'
import { getAnswer } from '#server/conversation/service.ts'
import { readSourceTitles, sourceKey } from '#server/knowledge/service.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { readTenant } from '#server/tenant/service.ts'

/** How an answer was made: retrieval, model calls, grounding check, tools, escalation. Fields that were not stored are null or empty. */
export const explainAnswer = (tenant: Tenant, actor: Member, id: MessageId): Promise<ReplyOf<typeof explainMessage>> =>
  tenant.read(async (t) => {
    const { message, conversation, question } = await getAnswer(t, actor, id)
    const origin = (message.origin ?? {}) as Partial<Origin>
    // Demo answers and old answers have no stored retrieval: their cited sources are used instead.
    const retrieved = origin.retrieved ?? message.sources.map(({ kind, id }) => ({ kind, id, score: null }))
    const titles = await readSourceTitles(t, retrieved)
    const cited = new Set(message.sources.map(sourceKey))
    const escalation = await findEscalationAfter(t, conversation.id, message.createdAt)
    const { aiSettings } = await readTenant(t)
    return {
      messageId: id,
      engine: origin.engine ?? (message.sources.length > 0 ? 'no-key' : 'canned'),
      question,
      confidence: message.confidence,
      threshold: aiSettings.confidenceThreshold,
      latencyMs: origin.latencyMs ?? null,
      firstTokenMs: origin.firstTokenMs ?? null,
      agent: origin.agent ? { name: origin.agent.name, type: origin.agent.type } : null,
      analysis: origin.analysis ?? null,
      retrieved: retrieved.map(({ kind, id, score }) => {
        const key = sourceKey({ kind, id })
        return { kind, id, title: titles.get(key) ?? null, score, isCited: cited.has(key) }
      }),
      providerChoice: origin.providerChoice ?? null,
      attempts: (origin.attempts ?? []).map(
        ({ provider, model, fault, usage, costMicroCents, latencyMs, ...call }) => ({
          ...{ provider, model, fault, costMicroCents, latencyMs },
          ...usage,
          cause: call.cause ?? null,
          isEstimated: call.isEstimated ?? false,
        }),
      ),
      groundingDecisions: (origin.groundingDecisions ?? []).map(({ decision, sentence, shown, reason }) => ({
        ...{ decision: decision ?? 'cut', sentence, shown: shown ?? null, reason: reason ?? null },
      })),
      tools: (origin.tools ?? []).map(({ name }) => name),
      promptHash: origin.promptHash ?? null,
      degraded: origin.degraded ?? null,
      escalation,
    }
  })
