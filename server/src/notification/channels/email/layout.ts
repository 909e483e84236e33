import type { Language } from '#server/language/service.ts'
import { escapeHtml, stripControl } from '#server/platform/text/text.ts'

/** The parts of a mail's text. All of them are plain text, which this file escapes. */
export type MailContent = {
  /** The business's name and colour (`#rrggbb`). */
  sender: { name: string; color: string }
  title: string
  lead: string
  facts: readonly { label: string; value: string }[]
  /** What a person wrote, set apart. */
  quote: string | null
  /** The link of the mail, with its absolute address. */
  action: { label: string; url: string }
  /** Why this mail was sent. */
  reason: string
  /** English without it. */
  language?: Language
}

const HEX = /^#[0-9a-f]{6}$/i
const TEXT_COLOR = '#0b1c1f'
const MUTED_COLOR = '#55666b'
const BORDER_COLOR = '#d9e2e4'
const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** A text as one line of a mail header: without line breaks and control characters, 200 characters at most. */
export function headerLine(text: string): string {
  const line = stripControl(text).replace(/\s+/g, ' ').trim()
  return line.length > 200 ? `${[...line].slice(0, 199).join('').trimEnd()}…` : line
}

/** The mail as plain text, for readers without HTML. */
export function plainTextOf(content: MailContent): string {
  const clean = (text: string) => stripControl(text).trim()
  const facts = content.facts.map(({ label, value }) => `${label}: ${headerLine(value)}`)
  const quote =
    content.quote === null
      ? []
      : clean(content.quote)
          .split('\n')
          .map((line) => `> ${line}`.trimEnd())
  const blocks = [
    clean(content.title),
    clean(content.lead),
    facts.join('\n'),
    quote.join('\n'),
    `${content.action.label}: ${content.action.url}`,
    `-- \n${clean(content.reason)}`,
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

/** The mail as HTML: one light column, no pictures, no scripts, nothing fetched from anywhere. */
export function htmlOf(content: MailContent): string {
  const color = HEX.test(content.sender.color) ? content.sender.color : '#38beba'
  const text = (plain: string) => escapeHtml(stripControl(plain).trim()).replaceAll('\n', '<br>')
  const facts = content.facts.map(
    ({ label, value }) =>
      `<tr><td style="padding:3px 16px 3px 0;color:${MUTED_COLOR};white-space:nowrap;vertical-align:top">${text(label)}</td>` +
      `<td style="padding:3px 0">${text(headerLine(value))}</td></tr>`,
  )
  const quote =
    content.quote === null
      ? ''
      : `<div style="margin:0 0 24px;padding:2px 0 2px 16px;border-left:3px solid ${color};white-space:normal">${text(content.quote)}</div>`
  const table = facts.length
    ? `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 24px;font-size:15px;line-height:1.5">${facts.join('')}</table>`
    : ''
  return `<!doctype html>
<html lang="${content.language ?? 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light"><title>${text(content.title)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f4f7f7;color:${TEXT_COLOR};${FONT};font-size:16px;line-height:1.55">
<div style="max-width:560px;margin:0 auto;background:#ffffff;border:1px solid ${BORDER_COLOR};border-top:4px solid ${color};border-radius:8px;padding:28px;overflow-wrap:anywhere">
<p style="margin:0 0 20px;font-size:14px;color:${MUTED_COLOR}">${text(content.sender.name)}</p>
<h1 style="margin:0 0 12px;font-size:21px;line-height:1.3">${text(content.title)}</h1>
<p style="margin:0 0 20px">${text(content.lead)}</p>
${table}${quote}<p style="margin:0"><a href="${escapeHtml(content.action.url)}" style="display:inline-block;padding:10px 18px;border:2px solid ${color};border-radius:8px;color:${TEXT_COLOR};font-weight:600;text-decoration:none">${text(content.action.label)}</a></p>
</div>
<p style="max-width:560px;margin:16px auto 0;padding:0 28px;font-size:13px;color:${MUTED_COLOR}">${text(content.reason)}</p>
</body></html>
`
}
