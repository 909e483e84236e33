const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for an HTML element or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)

/**
 * Removes what must not be in a message or in PostgreSQL: control characters (line breaks become \n, tabs stay), lone
 * surrogates, byte order marks, and direction overrides, which can disguise a text.
 */
export const stripControl = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is what this is for
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\uFEFF]/g, '')

const LINK = /\bhttps?:\/\/[^\s<>"'`\\{}|^]+/gi

/**
 * Plain text as HTML: blank lines separate paragraphs, line breaks stay, http(s) addresses become links with
 * `noopener noreferrer nofollow`. All markup in the text is escaped.
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
    const address = withoutPunctuation(found[0])
    if (!URL.canParse(address)) continue
    const safe = escapeHtml(address)
    html += escapeHtml(text.slice(from, found.index))
    html += `<a href="${safe}" target="_blank" rel="noopener noreferrer nofollow">${safe}</a>`
    from = found.index + address.length
  }
  return html + escapeHtml(text.slice(from))
}

/** Removes punctuation after an address, and a closing bracket that was opened before it: they are part of the sentence. */
function withoutPunctuation(address: string): string {
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
