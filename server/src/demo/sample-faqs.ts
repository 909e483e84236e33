import { addSampleFaqs } from '#server/knowledge/service.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { samples } from './samples.ts'

/** Adds the eight sample FAQs to an empty knowledge base, once. They are labelled and never counted. */
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
