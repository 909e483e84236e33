import { randomUUID } from 'node:crypto'
import type { ArticleId, MacroId } from '#contracts/ids.ts'
import { ArticleCategory } from '#contracts/knowledge/article.ts'
import type { ArticleFields } from '#contracts/knowledge/article-editing.ts'
import { LANGUAGES, type Language } from '#contracts/languages.ts'
import { MAX_ACTIONS, MacroAction } from '#contracts/ticket/ticket-action.ts'
import * as m from '#i18n/messages.js'
import { priorityFor, statusFor } from '#server/data-import/mapping/words.ts'
import { textOfBody } from '#server/data-import/reading/html-text.ts'
import type { NeutralArticle, NeutralMacro } from '#server/data-import/reading/neutral.ts'
import { longHtmlToMarkdown, UnreadableError } from '#server/knowledge/service.ts'
import { detectLanguage } from '#server/language/service.ts'
import { clipLine } from '#server/platform/text/clip.ts'
import type { Text } from '#server/platform/text/message.ts'
import { stripControl } from '#server/platform/text/text.ts'
import type { ImportContext } from './context.ts'
import { mappedTo } from './prepare-ticket.ts'

const MAX_ARTICLE = 50_000
/** HTML is several times as long as its text. */
const MAX_SOURCE = 500_000
const MAX_MACRO = 8000

export type PreparedArticle = ArticleFields & {
  externalId: string
  id: ArticleId
  isPublished: boolean
  createdAt: Date
  updatedAt: Date
}
export type PreparedMacro = { externalId: string; id: MacroId; name: string; body: string; actions: MacroAction[] }

export async function prepareArticle(
  given: NeutralArticle,
  { mapping, now }: ImportContext,
): Promise<PreparedArticle | { skip: Text }> {
  if (given.body.length > MAX_SOURCE) return { skip: m.data_import_skip_long_article }
  const markdown = given.isHtml ? await markdownOf(given.body) : given.body
  if (markdown === null) return { skip: m.data_import_fault_damaged }
  const body = stripControl(markdown).trim()
  if (body === '') return { skip: m.data_import_skip_empty }
  if (body.length > MAX_ARTICLE) return { skip: m.data_import_skip_long_article }
  const wanted = given.language.slice(0, 2).toLowerCase()
  const createdAt = given.createdAt ? new Date(given.createdAt) : now
  return {
    externalId: given.id,
    id: randomUUID() as ArticleId,
    title: clipLine(given.title, 150),
    summary: clipLine(given.isHtml ? textOfBody(given.body) : body, 200),
    body,
    category: ArticleCategory.options.find((one) => one.toLowerCase() === given.category.toLowerCase()) ?? 'Support',
    language: (LANGUAGES as readonly string[]).includes(wanted)
      ? (wanted as Language)
      : (detectLanguage(body.slice(0, 1000)) ?? 'en'),
    isPublished: given.isPublished && mapping.publishesArticles,
    createdAt,
    updatedAt: given.updatedAt ? new Date(given.updatedAt) : createdAt,
  }
}

/** Null where the conversion gives up: elements are nested too deeply, or it takes too long. */
const markdownOf = (html: string): Promise<string | null> =>
  longHtmlToMarkdown(html).catch((error: unknown) => {
    if (error instanceof RangeError || error instanceof UnreadableError) return null
    throw error
  })

/** The variables of other products by ours; others stay as they are written, so that they are seen. */
const VARIABLES: Record<string, string> = {
  'ticket.requester.name': 'customer.name',
  'ticket.requester.first_name': 'customer.first_name',
  'ticket.requester.email': 'customer.email',
  'ticket.requester.firstname': 'customer.first_name',
  'ticket.id': 'ticket.number',
  'ticket.title': 'ticket.subject',
  'ticket.subject': 'ticket.subject',
  'current_user.name': 'agent.name',
  'current_user.first_name': 'agent.first_name',
  'ticket.agent.name': 'agent.name',
  'agent.name': 'agent.name',
  'agent.first_name': 'agent.first_name',
  'contact.name': 'customer.name',
  'contact.first_name': 'customer.first_name',
  'contact.email': 'customer.email',
  first_name: 'customer.first_name',
}

const withOurVariables = (text: string): string =>
  text
    .replace(/\{\{\s*([\w.]{1,60})\s*(?:\|[^{}]{0,100})?\}\}/g, (written, name: string) => {
      const known = name.toLowerCase()
      const ours = Object.hasOwn(VARIABLES, known) ? VARIABLES[known] : undefined
      return ours ? `{{${ours}}}` : written
    })
    .replace(/%\{(?:recipient|ticket\.user)\.name(?:\.full)?\}/g, '{{customer.name}}')
    .replace(/%\{(?:recipient|ticket\.user)\.name\.first\}/g, '{{customer.first_name}}')

export function prepareMacro(given: NeutralMacro, context: ImportContext): PreparedMacro | { skip: Text } {
  const body = withOurVariables(stripControl(given.body).trim())
  const actions = given.actions.flatMap((action) => actionOf(action, context)).slice(0, MAX_ACTIONS)
  if (body === '' && actions.length === 0) return { skip: m.data_import_skip_empty }
  if (body.length > MAX_MACRO) return { skip: m.data_import_skip_long_macro }
  return { externalId: given.id, id: randomUUID() as MacroId, name: clipLine(given.name, 80), body, actions }
}

function actionOf({ type, value }: NeutralMacro['actions'][number], { mapping }: ImportContext): MacroAction[] {
  const given = {
    status: { type: 'set_status', status: mappedTo(mapping.statuses, value) ?? statusFor(value) },
    priority: { type: 'set_priority', priority: mappedTo(mapping.priorities, value) ?? priorityFor(value) },
    add_tag: { type: 'add_tag', tag: clipLine(value, 40) },
    remove_tag: { type: 'remove_tag', tag: clipLine(value, 40) },
    note: { type: 'add_note', body: withOurVariables(value).slice(0, MAX_MACRO) },
  }[type]
  const action = MacroAction.safeParse(given)
  return action.success ? [action.data] : []
}
