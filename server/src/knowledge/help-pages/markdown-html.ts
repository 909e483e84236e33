import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import { isSameOrigin, safeAddress } from '#contracts/safe-link.ts'
import { escapeHtml } from '#server/platform/text/text.ts'

/** Whose text it is: links that leave the business's own site and the page's host say where they lead. */
type Site = { homeUrl: string; host: string | undefined }

/**
 * Markdown as markup, for pages that are read without a script: the same elements that the page itself makes of it
 * (web/src/kit/markdown/markdown.tsx). It is made from the tokens and never from HTML: markup in a text stays text, images are their alt
 * text, links are checked.
 */
export const markdownToHtml = (text: string, site: Site): string =>
  `<div class="md-text md-page">${all(lexer(text, { gfm: true, breaks: true }), site)}</div>`

const all = (tokens: Token[] | undefined, site: Site): string =>
  (tokens ?? []).map((token) => one(token as MarkedToken, site)).join('')

const SIMPLE = { paragraph: 'p', strong: 'strong', em: 'em', del: 'del', blockquote: 'blockquote' } as const

function one(token: MarkedToken, site: Site): string {
  const inside = () => all('tokens' in token ? token.tokens : undefined, site)
  switch (token.type) {
    case 'paragraph':
    case 'strong':
    case 'em':
    case 'del':
    case 'blockquote':
      return `<${SIMPLE[token.type]}>${inside()}</${SIMPLE[token.type]}>`
    case 'heading':
      return token.depth <= 2 ? `<h2 class="md-heading">${inside()}</h2>` : `<h3>${inside()}</h3>`
    case 'code':
      return `<pre tabindex="0"><code>${escapeHtml(token.text)}</code></pre>`
    case 'codespan':
      return `<code>${escapeHtml(token.text)}</code>`
    case 'list':
      return list(token, site)
    case 'table':
      return table(token, site)
    case 'link':
      return link(token, inside(), site)
    case 'image':
    case 'escape':
      return escapeHtml(token.text)
    case 'br':
    case 'hr':
      return `<${token.type}/>`
    case 'space':
    case 'def':
      return ''
    case 'text':
      return token.tokens ? inside() : escapeHtml(token.text)
    default:
      return escapeHtml(token.raw)
  }
}

function list(token: Tokens.List, site: Site): string {
  const items = token.items.map((item) => `<li>${all(item.tokens, site)}</li>`).join('')
  if (!token.ordered) return `<ul>${items}</ul>`
  return `<ol start="${Number(token.start) || 1}">${items}</ol>`
}

function table({ header, rows }: Tokens.Table, site: Site): string {
  const align = (cell: Tokens.TableCell) => (cell.align ? ` align="${cell.align}"` : '')
  const head = header.map((cell) => `<th scope="col"${align(cell)}>${all(cell.tokens, site)}</th>`).join('')
  const line = (row: Tokens.TableCell[]) =>
    `<tr>${row.map((cell) => `<td${align(cell)}>${all(cell.tokens, site)}</td>`).join('')}</tr>`
  return `<div class="md-table" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${rows.map(line).join('')}</tbody></table></div>`
}

function link({ href, text }: Tokens.Link, inside: string, { homeUrl, host }: Site): string {
  const address = safeAddress(href)
  if (!address) return inside
  const leaves = text !== href && !isSameOrigin(address, homeUrl, host)
  const place = leaves ? `<span class="md-host"> (${escapeHtml(address.host)})</span>` : ''
  return `<a href="${escapeHtml(address.href)}" target="_blank" rel="noopener noreferrer nofollow">${inside}</a>${place}`
}
