import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { PortalTopics } from '#contracts/tenant/portal-content.ts'

/** The demo businesses, in the order in which they are set up and listed. */
export const demoSlugs = ['hollowbrook', 'fernbill', 'alder-court'] as const

const text = z.string().trim().min(1)
const key = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
const hexColor = z.string().regex(/^#[0-9a-f]{6}$/)
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** Long texts are stored as one string per paragraph, so that a changed sentence is a diff of one line. */
export const paragraphs = z.array(text).transform((parts) => parts.join('\n\n'))

export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

const Hours = z.object({ start: clock, end: clock, days: z.array(z.enum(weekdays)).min(1) })

const TenantContent = z.object({
  slug: key,
  name: text,
  trade: text,
  domain: text,
  branding: z.object({
    primaryColor: hexColor,
    accent: hexColor,
    logo: z.string().startsWith('<svg'),
    welcomeMessage: text,
    /** The same in the other languages. */
    welcomeMessages: z.object({ de: text, es: text, fr: text }),
    /** The start page's heading in every language. */
    headings: z.object({ en: text, de: text, es: text, fr: text }),
    /** The start page's cards; left out: those of the industry. */
    topics: PortalTopics.optional(),
  }),
  businessInfo: z.object({
    companyName: text,
    supportEmail: z.email(),
    website: z.url(),
    industry: text,
    description: text,
    timezone: text,
    phone: text,
  }),
  businessHours: Hours,
  features: z.object({
    aiSupport: z.boolean(),
    ticketManagement: z.boolean(),
    analytics: z.boolean(),
    customBranding: z.boolean(),
    apiAccess: z.boolean(),
  }),
  customization: z.object({
    accentColor: hexColor,
    /** What tickets are sorted into: the key is stored, the label shown. */
    categories: z.array(z.object({ key, label: text })).min(3),
    /** First questions offered as chips when the chat opens. */
    starters: z.array(text).min(3),
  }),
  members: z.array(z.object({ key, name: text, email: z.email(), role: z.enum(['owner', 'admin', 'agent']) })),
  savedReplies: z.array(z.object({ key, title: text, body: text })),
  customers: z.array(
    z.object({ name: text, email: z.email(), plan: z.enum(['Basic', 'Pro', 'Business', 'Enterprise']) }),
  ),
})

export const FaqContent = z.object({
  key,
  question: text,
  answer: text,
  category: z.enum(['General', 'Account', 'Technical', 'Features', 'AI', 'Integration']),
  priority: z.enum(['low', 'medium', 'high']),
  phrasings: z.array(text),
})

export const DocumentContent = z.object({
  key,
  name: text,
  type: z.enum([
    'Manual',
    'Policy',
    'Procedure',
    'FAQ',
    'Guide',
    'Troubleshooting',
    'Product Info',
    'Training Material',
  ]),
  category: z.enum([
    'General',
    'Product Information',
    'Support Guidelines',
    'Technical Support',
    'Business Policies',
    'Training Materials',
  ]),
  content: paragraphs,
})

export const ArticleContent = z.object({
  slug: key,
  title: text,
  category: z.enum(['Basics', 'Technical', 'Billing', 'Support', 'Features', 'Security']),
  summary: text,
  body: paragraphs,
})

/** One wording, or one for each run of the script. */
const wordings = z.union([text, z.array(text).min(1)]).transform((value) => (Array.isArray(value) ? value : [value]))

const Turn = z.discriminatedUnion('from', [
  z.object({ from: z.literal('customer'), text: wordings, gapHours: z.number().positive().optional() }),
  /** Without text the assistant gives the answer of its first source, as it does when no AI provider is connected. */
  z.object({ from: z.literal('assistant'), text: wordings.optional(), sources: z.array(key).default([]) }),
  /** `asks`: the ticket waits on the customer after this reply. */
  z.object({
    from: z.literal('member'),
    by: key,
    text: wordings,
    asks: z.boolean().default(false),
    gapHours: z.number().positive().optional(),
  }),
  z.object({ from: z.literal('note'), by: key, text: wordings }),
])

export const escalationReasons = [
  'human_requested',
  'frustration_detected',
  'three_attempts',
  'complex_issue',
  'urgent_issue',
] as const

const Rating = z.object({ stars: z.int().min(1).max(5), comment: text.nullable() })

/**
 * The script of one or several conversations: one for each wording of `subject`; every other text uses the wording of the same
 * run. `ticket: false` is a chat that the assistant finished without a person.
 */
const Script = z.object({
  key,
  channel: z.enum(['chat', 'form']),
  context: z.enum(['technical', 'billing', 'issue', 'general']),
  ticket: z.boolean().default(true),
  subject: wordings,
  category: key,
  priority: z.enum(['low', 'medium', 'high', 'urgent']),
  tags: z.array(text).default([]),
  escalationReason: z.enum(escalationReasons).nullable().default(null),
  /** E-mail of the customer who must be in it (a language, a trade), else anyone. */
  customers: z.array(z.email()).optional(),
  ratings: z.array(Rating.nullable()).default([]),
  turns: z.array(Turn).min(1),
})

const ConversationContent = z.object({
  /** `{{name}}` in a script: one of the list, `#` standing for a random digit. */
  slots: z.record(key, z.array(text).min(1)),
  /** How a customer closes a chat that the assistant answered; an empty text stands for leaving silently. */
  thanks: z.array(z.string()).min(4),
  goodbye: z.array(text).min(2),
  scripts: z.array(Script),
})

const DemoContentShape = TenantContent.extend({
  faqs: z.array(FaqContent),
  documents: z.array(DocumentContent),
  articles: z.array(ArticleContent),
  conversations: ConversationContent,
})

export type DemoContent = z.infer<typeof DemoContentShape>
export type DemoScript = z.infer<typeof Script>
export type DemoTurn = z.infer<typeof Turn>
export type DemoFaq = z.infer<typeof FaqContent>
export type BusinessHours = z.infer<typeof Hours>

/** Reads a content file that lies beside this one. */
export function readContent(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
}

/** Everything the demo businesses are set up with, checked. Read anew at each call, since it is needed once. */
export function demoContents(): DemoContent[] {
  return demoSlugs.map((slug) =>
    DemoContentShape.parse({
      ...Object(readContent(`./${slug}/tenant.json`)),
      faqs: readContent(`./${slug}/faqs.json`),
      documents: readContent(`./${slug}/documents.json`),
      articles: readContent(`./${slug}/articles.json`),
      conversations: readContent(`./${slug}/conversations.json`),
    }),
  )
}
