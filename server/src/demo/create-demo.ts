import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MemberRole } from '#contracts/identity/role.ts'
import type { UserId } from '#contracts/ids.ts'
import { LANGUAGES } from '#contracts/languages.ts'
import type { PortalTexts } from '#contracts/tenant/portal-content.ts'
import type { BusinessHours } from '#contracts/tenant/tenant.ts'
import { grantPlan } from '#server/billing/service.ts'
import { createAccount } from '#server/identity/service.ts'
import { addArticle, addDocument, addFaq, queueRelating } from '#server/knowledge/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { addMember, createTenant } from '#server/tenant/service.ts'
import { type DemoContent, demoContents } from './content.ts'
import { type DemoPeople, insertDemoHistory } from './insert-history.ts'

export type DemoSignIn = {
  business: string
  slug: string
  members: { email: string; password: string; role: MemberRole }[]
}

/** The file of the demo passwords in the data folder. */
export const DEMO_SIGN_INS_FILE = 'demo-sign-ins.txt'

/** Whether somebody has an account in this installation. */
export async function hasAccounts(platform: Platform): Promise<boolean> {
  const rows = await platform.db.query<{ n: number }>('SELECT count(*)::int AS n FROM auth."user"')
  return (rows[0]?.n ?? 0) > 0
}

/**
 * Creates the demo businesses with generated passwords, which are also written into a file that only the owner of the data folder
 * can read. Everything in them is labelled demo through the tenant.
 */
export async function createDemo(platform: Platform): Promise<DemoSignIn[]> {
  const signIns: DemoSignIn[] = []
  for (const content of demoContents()) signIns.push(await createDemoTenant(platform, content))
  await writeDemoSignIns(platform, signIns)
  return signIns
}

/** Writes the file of the demo passwords, with support links under the server's present address. */
export async function writeDemoSignIns(platform: Platform, signIns: readonly DemoSignIn[]): Promise<void> {
  const lines = signIns.flatMap((one) => [
    one.business,
    `  ${supportLinkOf(platform, one)}`,
    ...one.members.map(({ email, password, role }) => `  ${role}  ${email}  ${password}`),
    '',
  ])
  await writeFile(join(platform.config.dataDir, DEMO_SIGN_INS_FILE), lines.join('\n'), { mode: 0o600 })
}

export const supportLinkOf = (platform: Platform, { slug }: DemoSignIn): string =>
  `${platform.baseUrl}/support?tenant=${slug}`

async function createDemoTenant(platform: Platform, content: DemoContent): Promise<DemoSignIn> {
  const tenant = await createTenant(platform, {
    slug: content.slug,
    name: content.name,
    isDemo: true,
    isEmailConfirmed: true,
    businessInfo: { ...content.businessInfo, businessHours: content.businessHours as BusinessHours },
    branding: {
      primaryColor: content.branding.primaryColor,
      logo: `data:image/svg+xml;base64,${Buffer.from(content.branding.logo).toString('base64')}`,
      welcomeMessage: content.branding.welcomeMessage,
    },
    portalTexts: textsOf(content.branding),
    ...(content.branding.topics ? { portalTopics: content.branding.topics } : {}),
  })
  await tenant.tx((t) => grantPlan(t, { planId: 'lifetime', source: 'owner' }))
  const { people, members } = await createTeam(tenant, content)
  const faqs = await tenant.tx((t) => addKnowledge(t, content))
  await tenant.tx((t) => insertDemoHistory(t, content, people, faqs))
  return { business: content.name, slug: content.slug, members }
}

const textsOf = ({ headings, welcomeMessages }: DemoContent['branding']): PortalTexts => {
  // The English welcome is the branding's own, which the owner's form changes.
  const welcomes = { en: '', ...welcomeMessages }
  return Object.fromEntries(
    LANGUAGES.map((language) => [language, { heading: headings[language], welcomeMessage: welcomes[language] }]),
  )
}

async function createTeam(tenant: Tenant, content: DemoContent) {
  const people: DemoPeople = new Map()
  const members: DemoSignIn['members'] = []
  for (const { name, email, role } of content.members) {
    const password = randomBytes(9).toString('base64url')
    const userId = await createAccount(tenant.platform, {
      email,
      password,
      name,
      verified: true,
      businessName: content.name,
    })
    await tenant.tx((t) => addMember(t, { userId: userId as UserId, name, email, role }))
    people.set(email, { userId: userId as UserId, name, email })
    members.push({ email, password, role })
  }
  return { people, members }
}

export type DemoFaqs = Map<string, { id: string; question: string; answer: string }>

async function addKnowledge(t: Tx, content: DemoContent): Promise<DemoFaqs> {
  const faqs: DemoFaqs = new Map()
  for (const { key, question, answer, phrasings, category, priority } of content.faqs) {
    const row = await addFaq(t, { question, answer, phrasings, category, priority })
    faqs.set(key, { id: row.id, question, answer })
  }
  for (const { name, type, category, content: text } of content.documents) {
    await addDocument(t, { name, type, category, content: text })
  }
  for (const { slug, title, summary, category, body } of content.articles) {
    await addArticle(t, { slug, title, summary, category, body })
  }
  await queueRelating(t)
  return faqs
}
