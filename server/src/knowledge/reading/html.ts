import type { ReadText } from './document.ts'

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
export async function markdownOf(html: string): Promise<string> {
  const [{ default: Turndown }, { gfm }] = await Promise.all([import('turndown'), import('turndown-plugin-gfm')])
  const turndown = new Turndown({ headingStyle: 'atx', bulletListMarker: '-', codeBlockStyle: 'fenced' })
  turndown.use(gfm)
  turndown.remove([...NOISE] as never)
  return turndown.turndown(html)
}

/** A web page: its article where it has one (menus, footers and side columns are left out), else all of its words. */
export async function readHtml(html: string): Promise<ReadText> {
  const [{ parseHTML }, { Readability }] = await Promise.all([import('linkedom'), import('@mozilla/readability')])
  const page = (text: string) => parseHTML(text).document
  const title = page(html).querySelector('title')?.textContent?.replace(/\s+/g, ' ').trim() || null
  // It changes the page it reads, hence a page of its own.
  const article = new Readability(page(html) as unknown as Document).parse()
  const markdown = article?.content ? await markdownOf(article.content) : ''
  if (markdown.trim() !== '') return { title: article?.title?.trim() || title, markdown }
  return { title, markdown: await markdownOf(page(html).body?.innerHTML ?? '') }
}
