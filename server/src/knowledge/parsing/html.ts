import { addTableRule } from './html-tables.ts'
import type { ExtractedText } from './types.ts'
import { UnreadableError } from './unreadable-error.ts'

/** Elements that hold no text of the page. */
const REMOVED_ELEMENTS = [
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

/** HTML as Markdown: headings, lists, tables and links are kept, all other markup is removed. */
export async function htmlToMarkdown(html: string): Promise<string> {
  const [{ default: Turndown }, { strikethrough }] = await Promise.all([
    import('turndown'),
    import('turndown-plugin-gfm'),
  ])
  const turndown = new Turndown({ headingStyle: 'atx', bulletListMarker: '-', codeBlockStyle: 'fenced' })
  turndown.use([strikethrough, addTableRule])
  turndown.remove([...REMOVED_ELEMENTS] as never)
  return turndown.turndown(html)
}

/** Parses a web page: its main article if Readability finds one (without menus, footers, side columns), else its whole text. */
export async function parseHtml(html: string): Promise<ExtractedText> {
  assertDepth(html)
  const [{ parseHTML }, { Readability }] = await Promise.all([import('linkedom'), import('@mozilla/readability')])
  const parsePage = (text: string) => parseHTML(text).document
  const title = parsePage(html).querySelector('title')?.textContent?.replace(/\s+/g, ' ').trim() || null
  // Readability changes the document it parses, so it gets a copy.
  const article = new Readability(parsePage(html) as unknown as Document).parse()
  const markdown = article?.content ? await htmlToMarkdown(article.content) : ''
  if (markdown.trim() !== '') return { title: article?.title?.trim() || title, markdown }
  return { title, markdown: await htmlToMarkdown(parsePage(html).body?.innerHTML ?? '') }
}

/** Deeper nesting is rejected, because the time to parse it grows with the square of the depth. */
const MAX_DEPTH = 1000
const TAG =
  /<(\/?)(div|span|section|article|ul|ol|table|blockquote|b|i|em|strong|font|a|center|main|figure)\b[^>]{0,500}>/gi

/** @throws Unreadable damaged */
export function assertDepth(html: string): void {
  let depth = 0
  for (const [, isEnd] of html.matchAll(TAG)) {
    depth = isEnd ? Math.max(0, depth - 1) : depth + 1
    if (depth > MAX_DEPTH) throw new UnreadableError('damaged')
  }
}
