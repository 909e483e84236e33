const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text made safe inside an HTML element or a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)

/**
 * Text without what neither belongs into a message nor into PostgreSQL: control signs (line breaks become \n, tabs stay),
 * half surrogates, byte order marks, and the marks that turn the reading direction to disguise a text.
 */
export const stripControl = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is what this is for
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\uFEFF]/g, '')

const LINK = /\bhttps?:\/\/[^\s<>"'`\\{}|^]+/gi

/**
 * Plain text as HTML: blank lines part paragraphs, line breaks stay, http(s) addresses become links that carry
 * no referrer, no opener and no endorsement. Nothing of the text is taken as markup.
 */
export const plainTextToHtml = (text: string): string =>
  stripControl(text)
    .split(/\n[ \t]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${linked(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('\n')

function linked(text: string): string {
  let html = ''
  let from = 0
  for (const found of text.matchAll(LINK)) {
    const address = withoutTail(found[0])
    if (!URL.canParse(address)) continue
    const safe = escapeHtml(address)
    html += escapeHtml(text.slice(from, found.index))
    html += `<a href="${safe}" target="_blank" rel="noopener noreferrer nofollow">${safe}</a>`
    from = found.index + address.length
  }
  return html + escapeHtml(text.slice(from))
}

/** The full stop after an address, and a bracket that was opened before it, belong to the sentence. */
function withoutTail(address: string): string {
  let end = address.length
  for (; end > 0; end -= 1) {
    const last = address[end - 1] ?? ''
    const isOpenedBefore = last === ')' && !address.slice(0, end).includes('(')
    if (!'.,;:!?…]*_'.includes(last) && !isOpenedBefore) break
  }
  return address.slice(0, end)
}

/**
 * One cell of a CSV file (RFC 4180). Text that a spreadsheet would run as a formula gets an apostrophe before it;
 * numbers stay numbers.
 */
export function csvCell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return String(value)
  const text = /^\s*[=+\-@＝＋－＠]|^[\t\r]/.test(value) ? `'${value}` : value
  return /[",;\n\r\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
