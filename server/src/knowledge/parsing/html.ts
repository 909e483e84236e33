import { addTableRule } from './html-tables.ts'
import type { ExtractedText } from './types.ts'
import { UnreadableError } from './unreadable-error.ts'

/** What is never part of a page's words. */
const NOISE = [
  'script',
  'style',
  'noscript',
  'template',
  'iframe',
  'object',
  'svg',
  'form',
  'nav',
  'img',
  'video',
] as const

/** The words of HTML as Markdown: headings, lists, tables and links stay, everything else goes. */
export async function htmlToMarkdown(html: string): Promise<string> {
  const [{ default: Turndown }, { strikethrough }] = await Promise.all([
    import('turndown'),
    import('turndown-plugin-gfm'),
  ])
  const turndown = new Turndown({ headingStyle: 'atx', bulletListMarker: '-', codeBlockStyle: 'fenced' })
  turndown.use([strikethrough, addTableRule])
  turndown.remove([...NOISE] as never)
  return turndown.turndown(html)
}

/** A web page: its article where it has one (menus, footers and side columns are left out), else all of its words. */
export async function parseHtml(html: string): Promise<ExtractedText> {
  refuseDeep(html)
  const [{ parseHTML }, { Readability }] = await Promise.all([import('linkedom'), import('@mozilla/readability')])
  const page = (text: string) => parseHTML(text).document
  const title = page(html).querySelector('title')?.textContent?.replace(/\s+/g, ' ').trim() || null
  // It changes the page it reads, hence a page of its own.
  const article = new Readability(page(html) as unknown as Document).parse()
  const markdown = article?.content ? await htmlToMarkdown(article.content) : ''
  if (markdown.trim() !== '') return { title: article?.title?.trim() || title, markdown }
  return { title, markdown: await htmlToMarkdown(page(html).body?.innerHTML ?? '') }
}

/** No page that people made is nested deeper; reading what is takes a time that grows with the square of it. */
const MAX_DEPTH = 1000
const TAG =
  /<(\/?)(div|span|section|article|ul|ol|table|blockquote|b|i|em|strong|font|a|center|main|figure)\b[^>]{0,500}>/gi

/** @throws Unreadable damaged */
function refuseDeep(html: string): void {
  let depth = 0
  for (const [, isEnd] of html.matchAll(TAG)) {
    depth = isEnd ? Math.max(0, depth - 1) : depth + 1
    if (depth > MAX_DEPTH) throw new UnreadableError('damaged')
  }
}
