import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '#contracts/languages.ts'
import { BrandingChange } from '#contracts/tenant/branding.ts'
import { topicsOf } from '#server/tenant/service.ts'
import { demoContents, demoSlugs, escalationReasons } from './content.ts'
import { openingHoursOf } from './opening-hours.ts'
import { samples } from './samples.ts'

const contents = demoContents()
const tenants = contents.map((content) => [content.slug, content] as const)

const repeated = (list: string[]) => list.filter((item, index) => list.indexOf(item) !== index)
const wordCount = (text: string) => text.split(/\s+/).length

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrastWithWhite = (hex: string) => 1.05 / (luminance(hex) + 0.05)

describe('content of the demo businesses', () => {
  it('has three businesses of different trades, branding and time zones', () => {
    expect(contents.map(({ slug }) => slug)).toEqual([...demoSlugs])
    for (const pick of [
      (index: number) => contents[index]?.trade,
      (index: number) => contents[index]?.branding.primaryColor,
      (index: number) => contents[index]?.branding.logo,
      (index: number) => contents[index]?.businessInfo.timezone,
    ]) {
      expect(new Set([0, 1, 2].map(pick)).size).toBe(3)
    }
  })

  it.each(tenants)(
    '[U12] %s welcomes customers in every language, each in a text that its own settings would accept',
    (_, { branding }) => {
      const { welcomeMessage, welcomeMessages } = branding
      const all = { en: welcomeMessage, ...welcomeMessages }
      expect(Object.keys(all).sort()).toEqual([...LANGUAGES].sort())
      expect(new Set(Object.values(all)).size).toBe(LANGUAGES.length)
      for (const text of Object.values(all))
        expect(BrandingChange.shape.welcomeMessage.safeParse(text).success).toBe(true)
    },
  )

  it.each(LANGUAGES)('[U2] [U12] in %s each greets its customers by its own heading and its own topics', (language) => {
    const headings = contents.map(({ branding }) => branding.headings[language])
    expect(new Set(headings).size).toBe(contents.length)
    const titles = contents.map(({ branding, businessInfo }) =>
      topicsOf({ portalTopics: branding.topics ?? null, businessInfo }).map(
        ({ title, translations }) => translations[language]?.title ?? title,
      ),
    )
    for (const own of titles) expect(own.length).toBeGreaterThanOrEqual(4)
    expect(repeated(titles.flat())).toEqual([])
  })

  it.each(tenants)('%s is complete', (_, content) => {
    expect(content.faqs.length).toBeGreaterThanOrEqual(27)
    for (const { key, phrasings, answer } of content.faqs) {
      expect(phrasings.length, key).toBeGreaterThanOrEqual(3)
      expect(wordCount(answer), key).toBeGreaterThanOrEqual(20)
    }
    expect(content.documents.length).toBeGreaterThanOrEqual(3)
    for (const { key, content: body } of content.documents) {
      expect(wordCount(body), key).toBeGreaterThanOrEqual(300)
      expect(wordCount(body), key).toBeLessThanOrEqual(800)
    }
    expect(content.articles).toHaveLength(6)
    for (const { slug, body } of content.articles) {
      expect(wordCount(body), slug).toBeGreaterThanOrEqual(150)
      expect(wordCount(body), slug).toBeLessThanOrEqual(400)
    }
    expect(content.savedReplies).toHaveLength(6)
    for (const { key, body } of content.savedReplies) expect(body, key).toContain('{{customer.name}}')
    expect(content.customers.length).toBeGreaterThanOrEqual(35)
    expect(content.customers.length).toBeLessThanOrEqual(45)
    expect(content.conversations.scripts.length).toBeGreaterThanOrEqual(22)
  })

  it.each(tenants)('%s uses every FAQ category of the form', (_, content) => {
    const used = new Set(content.faqs.map(({ category }) => category))
    expect([...used].sort()).toEqual(['AI', 'Account', 'Features', 'General', 'Integration', 'Technical'])
  })

  it.each(tenants)('%s has unique keys, wordings and addresses', (_, content) => {
    expect(repeated(content.faqs.map(({ key }) => key))).toEqual([])
    const wordings = content.faqs.flatMap(({ question, phrasings }) => [question, ...phrasings])
    expect(repeated(wordings.map((wording) => wording.toLowerCase()))).toEqual([])
    expect(repeated(content.documents.map(({ key }) => key))).toEqual([])
    expect(repeated(content.articles.map(({ slug }) => slug))).toEqual([])
    expect(repeated(content.customers.map(({ email }) => email))).toEqual([])
    expect(repeated(content.conversations.scripts.map(({ key }) => key))).toEqual([])
  })

  it.each(tenants)('%s writes only to reserved domains', (slug, content) => {
    for (const { email } of content.customers) expect(email).toMatch(/@example\.(org|net|com)$/)
    for (const { email } of content.members) expect(email.endsWith(`@${slug}.example`), email).toBe(true)
    expect(content.businessInfo.supportEmail.endsWith(`@${slug}.example`)).toBe(true)
    expect(new URL(content.businessInfo.website).hostname).toMatch(/\.example$/)
    const written = JSON.stringify(content).match(/[\w.-]+@[\w-]+(\.[\w-]+)+/g) ?? []
    for (const email of written) expect(email).toMatch(/\.example$|@example\.(org|net|com)$/)
  })

  it.each(tenants)('%s has one owner, a readable colour and a logo without scripts', (_, content) => {
    expect(content.members.filter(({ role }) => role === 'owner')).toHaveLength(1)
    expect(contrastWithWhite(content.branding.primaryColor)).toBeGreaterThanOrEqual(4.5)
    expect(content.branding.logo).not.toMatch(/<script|\bon\w+=|href|url\(/i)
    expect(content.branding.logo.length).toBeLessThan(1500)
  })

  it.each(tenants)('%s has the business hours that its FAQ states', (_, content) => {
    const { start, end } = content.businessHours
    const hours = content.faqs.find(({ key }) => key === 'opening-hours' || key === 'support-hours')?.answer
    expect(hours).toContain(start.replace(/^0/, ''))
    expect(hours).toContain(end)
    const opening = openingHoursOf(content.businessHours, content.businessInfo.timezone)
    expect(opening.isOpen(new Date('2026-11-22T16:00:00Z')), 'a Sunday').toBe(false)
    expect(opening.isOpen(new Date('2026-11-24T16:00:00Z')), 'a Tuesday').toBe(true)
  })

  it.each(tenants)('%s has scripts that fit its knowledge and team', (_, content) => {
    const faqKeys = new Set(content.faqs.map(({ key }) => key))
    const memberKeys = new Set(content.members.map(({ key }) => key))
    const categories = new Set(content.customization.categories.map(({ key }) => key))
    const emails = new Set(content.customers.map(({ email }) => email))
    for (const script of content.conversations.scripts) {
      expect(categories.has(script.category), `${script.key}: ${script.category}`).toBe(true)
      expect(script.turns[0]?.from, script.key).toBe('customer')
      for (const email of script.customers ?? []) expect(emails.has(email), email).toBe(true)
      for (const turn of script.turns) {
        if (turn.from === 'assistant') {
          expect(
            turn.sources.filter((key) => !faqKeys.has(key)),
            script.key,
          ).toEqual([])
          expect(Boolean(turn.text) || turn.sources.length > 0, script.key).toBe(true)
        } else if (turn.from !== 'customer') {
          expect(memberKeys.has(turn.by), `${script.key}: ${turn.by}`).toBe(true)
        }
        expect(turn.text?.length ?? 1, `${script.key}: no more wordings than subjects`).toBeLessThanOrEqual(
          script.subject.length,
        )
      }
      const answered = script.turns.some(({ from }) => from === 'member')
      expect(answered, script.key).toBe(script.ticket)
    }
    const reasons = new Set(content.conversations.scripts.map(({ escalationReason }) => escalationReason))
    for (const reason of escalationReasons) expect(reasons.has(reason), reason).toBe(true)
  })

  it.each(tenants)('%s fills only what it knows', (_, content) => {
    const known = new Set(['first', 'name', ...Object.keys(content.conversations.slots)])
    const named = [...JSON.stringify(content.conversations.scripts).matchAll(/\{\{([^}]+)\}\}/g)]
    expect(named.map(([, name]) => name).filter((name) => !known.has(name ?? ''))).toEqual([])
  })
})

describe('return period of the shop', () => {
  it('is the same in every text', () => {
    const shop = contents.find(({ slug }) => slug === 'hollowbrook')
    const pages = [
      ...(shop?.faqs.map(({ answer }) => answer) ?? []),
      ...(shop?.documents.map(({ content }) => content) ?? []),
    ]
    const articles = shop?.articles.map(({ body }) => body.replaceAll('**', '')) ?? []
    const periods = [...pages, ...articles].flatMap(
      (page) => page.match(/\d+ days of (the )?(delivery|purchase)/g) ?? [],
    )
    expect(periods.length).toBeGreaterThanOrEqual(3)
    for (const period of periods) expect(period).toMatch(/^45 /)
  })
})

describe('samples for a new tenant', () => {
  it('has the numbers that the screens show', () => {
    const { faqs, documents, articles, demoTickets, shown } = samples()
    expect(faqs).toHaveLength(8)
    expect(documents.map(({ name }) => name)).toEqual(['Support best practices', 'Product features', 'Troubleshooting'])
    expect(articles.map(({ category }) => category).sort()).toEqual([
      'Basics',
      'Billing',
      'Features',
      'Security',
      'Support',
      'Technical',
    ])
    expect(demoTickets).toHaveLength(2)
    expect(shown.activities.length).toBeGreaterThan(0)
    for (const { customer } of [...demoTickets, shown.ticket]) expect(customer.email).toMatch(/@example\.com$/)
  })
})
