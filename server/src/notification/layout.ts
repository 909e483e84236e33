import { escapeHtml, stripControl } from '#server/platform/text/text.ts'

/** A mail as people read it; every text in it is plain and gets escaped here. */
export type Letter = {
  /** Whose mail it is: the business's name and colour (`#rrggbb`). */
  sender: { name: string; color: string }
  title: string
  lead: string
  facts: readonly { label: string; value: string }[]
  /** Somebody's own words, set apart. */
  quote: string | null
  /** The one thing to do, with its absolute address. */
  action: { label: string; url: string }
  /** Why this mail came. */
  why: string
}

const HEX = /^#[0-9a-f]{6}$/i
const INK = '#0b1c1f'
const QUIET = '#55666b'
const LINE = '#d9e2e4'
const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** One line of text as a header takes it: without line breaks and control signs, 200 characters at most. */
export function headerLine(text: string): string {
  const line = stripControl(text).replace(/\s+/g, ' ').trim()
  return line.length > 200 ? `${[...line].slice(0, 199).join('').trimEnd()}…` : line
}

/** The letter as plain text, for readers without HTML. */
export function letterAsText(letter: Letter): string {
  const clean = (text: string) => stripControl(text).trim()
  const facts = letter.facts.map(({ label, value }) => `${label}: ${headerLine(value)}`)
  const quote =
    letter.quote === null
      ? []
      : clean(letter.quote)
          .split('\n')
          .map((line) => `> ${line}`.trimEnd())
  const blocks = [
    clean(letter.title),
    clean(letter.lead),
    facts.join('\n'),
    quote.join('\n'),
    `${letter.action.label}: ${letter.action.url}`,
    `-- \n${clean(letter.why)}`,
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

/** The letter as HTML: one light column, no pictures, no scripts, nothing fetched from anywhere. */
export function letterAsHtml(letter: Letter): string {
  const color = HEX.test(letter.sender.color) ? letter.sender.color : '#38beba'
  const text = (words: string) => escapeHtml(stripControl(words).trim()).replaceAll('\n', '<br>')
  const facts = letter.facts.map(
    ({ label, value }) =>
      `<tr><td style="padding:3px 16px 3px 0;color:${QUIET};white-space:nowrap;vertical-align:top">${text(label)}</td>` +
      `<td style="padding:3px 0">${text(headerLine(value))}</td></tr>`,
  )
  const quote =
    letter.quote === null
      ? ''
      : `<div style="margin:0 0 24px;padding:2px 0 2px 16px;border-left:3px solid ${color};white-space:normal">${text(letter.quote)}</div>`
  const table = facts.length
    ? `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 24px;font-size:15px;line-height:1.5">${facts.join('')}</table>`
    : ''
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light"><title>${text(letter.title)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f4f7f7;color:${INK};${FONT};font-size:16px;line-height:1.55">
<div style="max-width:560px;margin:0 auto;background:#ffffff;border:1px solid ${LINE};border-top:4px solid ${color};border-radius:8px;padding:28px;overflow-wrap:anywhere">
<p style="margin:0 0 20px;font-size:14px;color:${QUIET}">${text(letter.sender.name)}</p>
<h1 style="margin:0 0 12px;font-size:21px;line-height:1.3">${text(letter.title)}</h1>
<p style="margin:0 0 20px">${text(letter.lead)}</p>
${table}${quote}<p style="margin:0"><a href="${escapeHtml(letter.action.url)}" style="display:inline-block;padding:10px 18px;border:2px solid ${color};border-radius:8px;color:${INK};font-weight:600;text-decoration:none">${text(letter.action.label)}</a></p>
</div>
<p style="max-width:560px;margin:16px auto 0;padding:0 28px;font-size:13px;color:${QUIET}">${text(letter.why)}</p>
</body></html>
`
}
