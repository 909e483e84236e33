import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Language } from '#contracts/languages.ts'
import { type AnswerContext, loadAnswerContext } from '#server/assistant/engine/answer-context.ts'
import type { Evidence } from '#server/assistant/grounding/evidence.ts'
import type { Question } from '#server/assistant/types.ts'
import { demoContents } from '#server/demo/content.ts'
import { splitIntoPassages } from '#server/knowledge/passages.ts'
import { addFaq } from '#server/knowledge/service.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { makeTenant } from '#server/tenant/fixture.ts'

/** An answer a model might give; README.md says what the fields mean. */
export type ModelAnswer = {
  from: string
  kind?: string
  language: Language
  question: string
  text: string
  false?: string
  needs?: string[]
  isUnseen: boolean
}

export type Business = { tenant: Tenant; name: string }

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

const HALCYON = JSON.parse(read('business.json')) as {
  name: string
  faqs: { key: string; language: Language; question: string; answer: string }[]
}

export const readAnswers = (file: 'false' | 'faithful'): ModelAnswer[] =>
  read(`${file}.jsonl`)
    .trim()
    .split('\n')
    .map((line) => {
      const row = JSON.parse(line) as Omit<ModelAnswer, 'isUnseen'>
      return {
        ...row,
        isUnseen:
          createHash('sha256')
            .update(row.from + row.text)
            .digest()[0]! %
            2 ===
          1,
      }
    })

/** Creates the ferry line, which only these answers know. */
export async function createFerryLine(platform: Platform): Promise<Business> {
  const { name, faqs } = HALCYON
  const { tenant } = await makeTenant(platform, { slug: 'halcyon', name, businessInfo: {} })
  await tenant.tx(async (t) => {
    for (const { key: _, ...faq } of faqs)
      await addFaq(t, { ...faq, phrasings: [], category: 'General', priority: 'medium' })
  })
  return { tenant, name }
}

/** What the product would give a model for the question, with the passages the answer was written from added where they are missing. */
export async function contextOf(
  { tenant, name }: Business,
  { from, question: text, language }: ModelAnswer,
): Promise<{ context: AnswerContext; isFound: boolean }> {
  const question: Question = {
    ...{ text, language, business: name, confidenceThreshold: 0.8, failedAttempts: 0, history: [] },
    ...{ conversationId: null, guestId: null, customerId: null, context: 'general', agent: null },
  }
  const context = await loadAnswerContext(tenant, question)
  const own = passagesOf(from)
  const others = context.evidence.filter((one) => !own.some((passage) => passage.text === one.text))
  const isFound = others.length < context.evidence.length
  const evidence = [...own, ...others].map((one, at) => (one.kind === 'passage' ? { ...one, id: at + 1 } : one))
  return { context: { ...context, evidence }, isFound }
}

/** The passages of the entry that an answer was written from. */
function passagesOf(from: string): Evidence[] {
  const [slug, key] = from.split('/')
  const faq = HALCYON.faqs.find((one) => slug === 'halcyon' && one.key === key)
  if (faq) return [passage(faq.question, faq.answer)]
  const content = demoContents().find((one) => one.slug === slug)
  const asked = content?.faqs.find((one) => one.key === key)
  if (asked) return [passage(asked.question, asked.answer)]
  const document = content?.documents.find((one) => one.key === key)
  const article = content?.articles.find((one) => one.slug === key)
  const [title, text] = document ? [document.name, document.content] : [article?.title ?? '', article?.body ?? '']
  const found = splitIntoPassages(text).map((one) =>
    passage(one.heading ? `${title}: ${one.heading}` : title, one.text),
  )
  if (found.length === 0) throw new Error(`No passages of ${from}`)
  return found
}

const passage = (title: string, text: string): Evidence => ({
  ...{ id: 0, kind: 'passage', title, text },
  source: { kind: 'faq', id: title, title, passage: text, articleSlug: null },
})
