import type { Mark } from './line.ts'

export type Tag = { name: string; attributes: Record<string, string> }

/** What web mailers and mail programs call the parts of an answer: each row names an attribute, its values, and what they mean. */
const BY_ATTRIBUTE: readonly [attribute: string, value: RegExp, mark: Mark][] = [
  ['class', /\b(?:gmail_attr|moz-cite-prefix|yahoo-quoted-begin)\b/, 'introduction'],
  ['class', /\b(?:yahoo_quoted|protonmail_quote|zmail_extra|freshdesk_quote|tutanota_quote)\b/, 'quote'],
  ['id', /^(?:yahoo_quoted_|reply-intro$)/, 'quote'],
  ['name', /^(?:quote|messageReplySection)$/, 'quote'],
  ['class', /\b(?:gmail_signature|moz-signature|protonmail_signature_block|gmail_signature_prefix)\b/, 'signature'],
  [
    'id',
    /^(?:(?:x_)*Signature|(?:x_)*ms-outlook-mobile-signature|AppleMailSignature|composer_signature)$/,
    'signature',
  ],
  ['id', /(?:^|_)(?:divRplyFwdMsg|mail-editor-reference-message-container)$/, 'rest'],
  ['class', /\b(?:OutlookMessageHeader|ms-outlook-mobile-reference-message)\b/, 'rest'],
]

/** What an element is by its attributes; null for most. */
export function markOf({ attributes }: Tag): Mark | null {
  const found = BY_ATTRIBUTE.find(([attribute, value]) => value.test(attributes[attribute] ?? ''))
  return found?.[2] ?? null
}

/** A quoted mail. Other `blockquote`s are text that somebody indented. */
export const isQuoted = ({ name, attributes: { type, cite, class: kind = '', style = '' } }: Tag): boolean =>
  name === 'blockquote' &&
  (type === 'cite' ||
    cite !== undefined ||
    /quote|cite|iosymail/i.test(kind) ||
    /border-left\s*:\s*(?!none|0)[^;]/i.test(style))
