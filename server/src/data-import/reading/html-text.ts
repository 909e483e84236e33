import { stripControl } from '#server/platform/text/text.ts'

/** Elements whose content is nothing that a person reads. */
const SILENT = new Set(['script', 'style', 'head', 'title', 'template', 'noscript', 'svg', 'object', 'iframe'])
const LINES = new Set([
  'p',
  'div',
  'tr',
  'li',
  'br',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'table',
  'blockquote',
  'ul',
  'ol',
])
const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  euro: '€',
  copy: '©',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
  ntilde: 'ñ',
}

/**
 * The text of a message's HTML as a person reads it: no tag, no script, no style. One pass, whose time grows with the length alone: an import
 * has hundreds of thousands of messages, and nobody knows who wrote them.
 */
export function textOfHtml(html: string): string {
  let text = ''
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (open < 0) {
      text += html.slice(at)
      break
    }
    text += html.slice(at, open)
    const name = /^<\/?([a-z][a-z0-9]*)/i.exec(html.slice(open, open + 20))?.[1]?.toLowerCase()
    if (html.startsWith('<!--', open)) at = after(html, '-->', open)
    else if (name === undefined && html[open + 1] !== '!') {
      text += '<'
      at = open + 1
    } else {
      at = after(html, '>', open)
      if (name && LINES.has(name)) text += '\n'
      if (name && SILENT.has(name) && html[open + 1] !== '/' && html[at - 2] !== '/') at = afterElement(html, name, at)
    }
  }
  return stripControl(decodeEntities(text))
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function after(html: string, sign: string, from: number): number {
  const end = html.indexOf(sign, from)
  return end < 0 ? html.length : end + sign.length
}

function afterElement(html: string, name: string, from: number): number {
  for (let at = html.indexOf('</', from); at >= 0; at = html.indexOf('</', at + 2)) {
    if (html.slice(at + 2, at + 2 + name.length).toLowerCase() === name) return after(html, '>', at)
  }
  return html.length
}

const decodeEntities = (text: string): string =>
  text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, (written, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? written
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : written
  })

/** The text of a body that may be HTML or plain. */
export const textOfBody = (body: string): string =>
  /<\/?[a-z][^<>]{0,400}>|<!--/i.test(body) ? textOfHtml(body) : stripControl(body).trim()
