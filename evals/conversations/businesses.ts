import { readFileSync } from 'node:fs'
import { LANGUAGES, type Language } from '#contracts/languages.ts'
import type { BusinessHours } from '#contracts/tenant/tenant.ts'
import { demoContents } from '#server/demo/content.ts'
import { addArticle, addDocument, addFaq } from '#server/knowledge/service.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { makeTenant } from '#server/tenant/fixture.ts'

/** A business of the conversations, with what its knowledge keys stand for. */
export type Business = {
  tenant: Tenant
  slug: string
  name: string
  phone: string
  supportEmail: string
  address: string | null
  emergencyPhone: string | null
  timezone: string
  hours: BusinessHours
  /** Ids of the entries of a key: one, or one for each language. */
  idsOf: Map<string, string[]>
  /** What may be pressed to ask for a key. */
  wordingsOf: Map<string, string[]>
}

type Wording = { question: string; answer: string; phrasings: string[] }
type HutRecord = {
  slug: string
  name: string
  description: string
  industry: string
  website: string
  phone: string
  supportEmail: string
  address: string
  emergencyPhone: string
  timezone: string
  businessHours: BusinessHours
}
type HutKnowledge = {
  faqs: ({ key: string } & Record<Language, Wording>)[]
  documents: { key: string; name: string; type: string; content: string[] }[]
}

const read = (name: string) => JSON.parse(readFileSync(new URL(`./business/${name}.json`, import.meta.url), 'utf8'))

/** Creates the businesses of the conversations: the demo businesses without their history, and the hut. */
export async function createBusinesses(platform: Platform): Promise<Map<string, Business>> {
  const made = [await createHut(platform)]
  for (const content of demoContents()) made.push(await createDemoBusiness(platform, content))
  return new Map(made.map((one) => [one.slug, one]))
}

const NOT_RECORDED = { address: null, emergencyPhone: null }

async function createDemoBusiness(
  platform: Platform,
  content: ReturnType<typeof demoContents>[number],
): Promise<Business> {
  const { slug, name, businessInfo } = content
  const hours = content.businessHours as BusinessHours
  const { tenant } = await makeTenant(platform, { slug, name, businessInfo: { ...businessInfo, businessHours: hours } })
  const idsOf: Business['idsOf'] = new Map()
  const wordingsOf: Business['wordingsOf'] = new Map()
  await tenant.tx(async (t) => {
    for (const { key, question, answer, phrasings, category, priority } of content.faqs) {
      idsOf.set(key, [(await addFaq(t, { question, answer, phrasings, category, priority })).id])
      wordingsOf.set(key, [question, ...phrasings])
    }
    for (const { key, name: title, type, category, content: text } of content.documents) {
      idsOf.set(`document:${key}`, [(await addDocument(t, { name: title, type, category, content: text })).id])
      wordingsOf.set(`document:${key}`, [title])
    }
    for (const { slug: page, title, summary, category, body } of content.articles) {
      idsOf.set(`article:${page}`, [(await addArticle(t, { slug: page, title, summary, category, body })).id])
      wordingsOf.set(`article:${page}`, [title])
    }
  })
  const { phone, supportEmail, timezone } = businessInfo
  return { ...NOT_RECORDED, tenant, slug, name, phone, supportEmail, timezone, hours, idsOf, wordingsOf }
}

async function createHut(platform: Platform): Promise<Business> {
  const record = read('tenant') as HutRecord
  const { faqs, documents } = read('knowledge') as HutKnowledge
  const { slug, name, businessHours: hours, ...rest } = record
  const { description, industry, website, phone, supportEmail, timezone } = rest
  const info = {
    companyName: name,
    address: rest.address,
    emergencyPhone: rest.emergencyPhone,
    description,
    industry,
    website,
    phone,
    supportEmail,
    timezone,
    businessHours: hours,
  }
  const { tenant } = await makeTenant(platform, { slug, name, businessInfo: info })
  const idsOf: Business['idsOf'] = new Map()
  const wordingsOf: Business['wordingsOf'] = new Map()
  await tenant.tx(async (t) => {
    for (const faq of faqs) {
      const ids: string[] = []
      for (const language of LANGUAGES) {
        const row = await addFaq(t, { ...faq[language], language, category: 'General', priority: 'medium' })
        ids.push(row.id)
      }
      idsOf.set(faq.key, ids)
      wordingsOf.set(
        faq.key,
        LANGUAGES.flatMap((language) => [faq[language].question, ...faq[language].phrasings]),
      )
    }
    for (const { key, name: title, content } of documents) {
      const given = { name: title, type: 'Guide', category: 'General', content: content.join('\n\n') } as const
      idsOf.set(`document:${key}`, [(await addDocument(t, given)).id])
      wordingsOf.set(`document:${key}`, [title])
    }
  })
  return { ...record, tenant, hours, idsOf, wordingsOf }
}
