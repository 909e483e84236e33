/** The text of a mail's HTML as a person reads it: paragraphs and list items are lines, scripts and styles are nothing. */
export async function textOfHtml(html: string): Promise<string> {
  const { parseHTML } = await import('linkedom')
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`)
  for (const element of document.querySelectorAll('script, style, title, head, template')) element.remove()
  for (const element of document.querySelectorAll('br')) element.replaceWith('\n')
  for (const element of document.querySelectorAll('p, div, tr, li, h1, h2, h3, h4, blockquote, table'))
    element.append('\n')
  return (document.body.textContent ?? '')
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
