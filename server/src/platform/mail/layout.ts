import type { Language } from '#contracts/languages.ts'
import { isHexColor, reach } from '#contracts/tenant/accent.ts'
import { escapeHtml, stripControl } from '#server/platform/text/text.ts'

/** Subject, plain text and HTML of a mail, as an outbox stores them. */
export type MailText = { subject: string; text: string; html: string }

/** The parts of a mail's text. All of them are plain text, which this file escapes. */
export type MailContent = {
  /** Whose mail it is, with their colour (`#rrggbb`). `hasLogo`: the mail brings a picture of the id `logo`. */
  sender: { name: string; color: string; hasLogo?: boolean }
  title: string
  /** An empty line begins a new paragraph. */
  lead: string
  /** What the mail lists, each with its absolute address; none. */
  entries?: readonly { label: string; url: string }[]
  /** `isLink`: the value is an absolute address, and a link in the HTML. */
  facts: readonly { label: string; value: string; isLink?: boolean }[]
  /** What a person wrote, set apart. */
  quote: string | null
  /** The link of the mail, with its absolute address. */
  action: { label: string; url: string } | null
  /** What to do when the link does not open: it stands above the link's address as text. */
  fallbackNote?: string | undefined
  /** Why this mail was sent. */
  reason: string
  /** Where the recipient ends such mails, with its absolute address. */
  unsubscribe?: { label: string; url: string } | undefined
  language: Language
}

const LIGHT = { page: '#f4f7f7', card: '#ffffff', text: '#0b1c1f', muted: '#55666b', border: '#d9e2e4' }
const DARK = { page: '#121b1e', card: '#1d292d', text: '#e8f0f1', muted: '#a7b6ba', border: '#3a4a4f' }
const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
/** Of Segue's own mails, and where a business's colour cannot be read. */
export const BRAND_COLOR = '#38beba'
/** The least contrast of a line and a button's frame to their background (WCAG 1.4.11). */
const FRAME_CONTRAST = 3

/** A text as one line of a mail header: without line breaks and control characters, 200 characters at most. */
export function headerLine(text: string): string {
  const line = stripControl(text).replace(/\s+/g, ' ').trim()
  return line.length > 200 ? `${[...line].slice(0, 199).join('').trimEnd()}…` : line
}

/** A mail out of its parts. */
export const mailText = (subject: string, content: MailContent): MailText => ({
  subject: headerLine(subject),
  text: plainTextOf(content),
  html: htmlOf(content),
})

const clean = (text: string): string => stripControl(text).trim()

/** The mail as plain text, for readers without HTML. */
function plainTextOf(content: MailContent): string {
  const { title, lead, entries = [], facts, quote, action, reason, unsubscribe, language } = content
  const colon = language === 'fr' ? '\u00a0: ' : ': '
  const quoted = quote === null ? [] : clean(quote).split('\n')
  const footer = [clean(reason), ...(unsubscribe ? [`${unsubscribe.label}${colon}${unsubscribe.url}`] : [])]
  const blocks = [
    clean(title),
    clean(lead),
    ...entries.map(({ label, url }) => `${headerLine(label)}\n${url}`),
    facts.map(({ label, value }) => `${label}${colon}${headerLine(value)}`).join('\n'),
    quoted.map((line) => `> ${line}`.trimEnd()).join('\n'),
    action ? `${action.label}${colon}${action.url}` : '',
    `-- \n${footer.join('\n')}`,
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

const htmlText = (plain: string): string => escapeHtml(clean(plain)).replaceAll('\n', '<br>')

/** Only mail programs that know dark mode read it; the colours of all others are in the elements. */
const darkStyle = (frame: string): string =>
  `@media (prefers-color-scheme:dark){.page{background:${DARK.page}!important;color:${DARK.text}!important}` +
  `.card{background:${DARK.card}!important;border-color:${DARK.border}!important;border-top-color:${frame}!important}` +
  `.muted,.muted a{color:${DARK.muted}!important}.link{color:${DARK.text}!important}.button{color:${DARK.text}!important;border-color:${frame}!important}` +
  `.quote{border-left-color:${frame}!important}}`

/** The mail as HTML: one column for light and dark, no scripts, nothing fetched from anywhere. */
function htmlOf(content: MailContent): string {
  const given = isHexColor(content.sender.color) ? content.sender.color : BRAND_COLOR
  const frame = reach(given, LIGHT.card, '#000000', FRAME_CONTRAST)
  return `<!doctype html>
<html lang="${content.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${htmlText(content.title)}</title>
<style>${darkStyle(reach(given, DARK.card, '#ffffff', FRAME_CONTRAST))}</style></head>
<body class="page" style="margin:0;padding:24px 12px;background:${LIGHT.page};color:${LIGHT.text};${FONT};font-size:16px;line-height:1.55">
<div class="card" style="max-width:560px;margin:0 auto;background:${LIGHT.card};border:1px solid ${LIGHT.border};border-top:4px solid ${frame};border-radius:8px;padding:28px;overflow-wrap:anywhere">
${senderLine(content)}<h1 style="margin:0 0 12px;font-size:21px;line-height:1.3">${htmlText(content.title)}</h1>
${paragraphs(content.lead)}${entryLinks(content)}${factTable(content)}${quoteBlock(content, frame)}${actionBlock(content, frame)}</div>
<p class="muted" style="max-width:560px;margin:16px auto 0;padding:0 28px;font-size:13px;color:${LIGHT.muted}">${htmlText(content.reason)}${unsubscribeLink(content)}</p>
</body></html>
`
}

function senderLine({ sender }: MailContent): string {
  const name = htmlText(sender.name)
  const logo = sender.hasLogo
    ? `<img src="cid:logo" alt="" height="32" style="height:32px;max-width:160px;vertical-align:middle;margin-right:10px">`
    : ''
  return `<p class="muted" style="margin:0 0 20px;font-size:14px;color:${LIGHT.muted}">${logo}${name}</p>\n`
}

const paragraphs = (lead: string): string =>
  clean(lead)
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p style="margin:0 0 20px">${htmlText(paragraph)}</p>\n`)
    .join('')

function entryLinks({ entries = [] }: MailContent): string {
  if (entries.length === 0) return ''
  const links = entries.map(({ label, url }) => `<p style="margin:0 0 12px">${linkText(url, headerLine(label))}</p>\n`)
  return `<div style="margin:0 0 24px">${links.join('')}</div>\n`
}

function factTable({ facts }: MailContent): string {
  if (facts.length === 0) return ''
  const rows = facts.map(
    ({ label, value, isLink }) =>
      `<tr><td class="muted" style="padding:3px 16px 3px 0;color:${LIGHT.muted};white-space:nowrap;vertical-align:top">${htmlText(label)}</td>` +
      `<td style="padding:3px 0">${isLink ? linkText(value) : htmlText(headerLine(value))}</td></tr>`,
  )
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 24px;font-size:15px;line-height:1.5">${rows.join('')}</table>`
}

const linkText = (url: string, label = url): string =>
  `<a class="link" href="${escapeHtml(url)}" style="color:${LIGHT.text}">${htmlText(label)}</a>`

const quoteBlock = ({ quote }: MailContent, frame: string): string =>
  quote === null
    ? ''
    : `<div class="quote" style="margin:0 0 24px;padding:2px 0 2px 16px;border-left:3px solid ${frame};white-space:normal">${htmlText(quote)}</div>`

function actionBlock({ action, fallbackNote }: MailContent, frame: string): string {
  if (!action) return ''
  const url = escapeHtml(action.url)
  const button = `<p style="margin:0"><a class="button" href="${url}" style="display:inline-block;padding:10px 18px;border:2px solid ${frame};border-radius:8px;color:${LIGHT.text};font-weight:600;text-decoration:none">${htmlText(action.label)}</a></p>\n`
  if (!fallbackNote) return button
  return `${button}<p class="muted" style="margin:20px 0 0;font-size:13px;color:${LIGHT.muted}">${htmlText(fallbackNote)}<br>${url}</p>\n`
}

const unsubscribeLink = ({ unsubscribe }: MailContent): string =>
  unsubscribe
    ? `<br><a href="${escapeHtml(unsubscribe.url)}" style="color:${LIGHT.muted}">${htmlText(unsubscribe.label)}</a>`
    : ''
