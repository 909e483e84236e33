import { addSampleFaqs } from '#server/knowledge/service.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { samples } from './samples.ts'

/** The eight sample questions of an empty knowledge base (K2); labelled, never counted, and only once. */
export const createSampleQuestions = (tenant: Tenant, actor: Member): Promise<number> =>
  addSampleFaqs(
    tenant,
    actor,
    samples().faqs.map(({ question, answer, phrasings, category, priority }) => ({
      question,
      answer,
      phrasings,
      category,
      priority,
    })),
  )
