/** Replaces a customer's personal data by tokens in texts that are sent to a provider. */
export type Mask = {
  /** The text with every e-mail address, telephone, card and account number replaced. The same value gets the same token. */
  hide(text: string): string
  /** The text with known tokens replaced by their values. */
  show(text: string): string
  /** The tokens in a text that have a value. */
  tokensIn(text: string): string[]
}

type Kind = 'EMAIL' | 'PHONE' | 'CARD' | 'IBAN'

const TOKEN = /\{(EMAIL|PHONE|CARD|IBAN)_(\d{1,4})\}/g
/** A text may contain what looks like a token; its brace is replaced, so that it is not restored as one. */
const FORGED = /\{(?=\s*(?:EMAIL|PHONE|CARD|IBAN)_)/gi

const EMAIL = /[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/gu
const IBAN = /\b[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{2,4}){3,8}\b/gi
const CARD = /\b\d(?:[ -]?\d){12,18}\b/g
const PHONE = /(?<![\p{L}\p{N}.,/-])(?:\+|00|\()?\d[\d\s()./-]{5,22}\d(?![\p{L}\p{N}])/gu
const DATE = /^(\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4})$/

/** Creates a mask for one turn: its tokens are valid for that turn only. */
export function createMask(): Mask {
  const tokens = new Map<string, string>()
  const values = new Map<string, string>()
  const counts = new Map<Kind, number>()
  const tokenFor = (kind: Kind, value: string): string => {
    const known = tokens.get(kind + value)
    if (known) return known
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    const token = `{${kind}_${count}}`
    tokens.set(kind + value, token)
    values.set(token, value)
    return token
  }
  const replace = (text: string, pattern: RegExp, kind: Kind, isOne: (found: string) => boolean = () => true) =>
    text.replace(pattern, (found) => (isOne(found) ? tokenFor(kind, found) : found))
  return {
    hide(text) {
      let hidden = text.replace(FORGED, '(')
      hidden = replace(hidden, EMAIL, 'EMAIL')
      hidden = replace(hidden, IBAN, 'IBAN', isIban)
      hidden = replace(hidden, CARD, 'CARD', isCard)
      return replace(hidden, PHONE, 'PHONE', isPhone)
    },
    show: (text) => text.replace(TOKEN, (token) => values.get(token) ?? token),
    tokensIn: (text) => (text.match(TOKEN) ?? []).filter((token) => values.has(token)),
  }
}

/** Whether a text contains something that looks like a token, with or without a value. */
export const holdsToken = (text: string): boolean => /\{\s*(?:EMAIL|PHONE|CARD|IBAN)_/i.test(text)

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** A telephone number differs from an order number by its prefix, its groups or its length. */
function isPhone(found: string): boolean {
  const digits = digitsOf(found)
  if (digits.length < 7 || digits.length > 15 || DATE.test(found.trim())) return false
  const groups = found.split(/\D+/).filter((group) => group !== '')
  if (/^(\+|00|0|\()/.test(found)) return digits.length >= 8 || groups.length > 1
  return groups.length >= 3 || (groups.length === 1 && digits.length >= 10 && digits.length <= 11)
}

/** The check digit every card number has (Luhn). */
function isCard(found: string): boolean {
  const digits = [...digitsOf(found)].reverse().map(Number)
  if (digits.length < 13 || digits.length > 19) return false
  const sum = digits.reduce((total, digit, position) => {
    const doubled = position % 2 === 1 ? digit * 2 : digit
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

/** The remainder every account number has (ISO 7064, modulo 97). */
function isIban(found: string): boolean {
  const plain = found.replace(/[ -]/g, '').toUpperCase()
  if (plain.length < 15 || plain.length > 34) return false
  const turned = plain.slice(4) + plain.slice(0, 4)
  let remainder = 0
  for (const sign of turned) {
    const value = /\d/.test(sign) ? sign : String(sign.charCodeAt(0) - 55)
    for (const digit of value) remainder = (remainder * 10 + Number(digit)) % 97
  }
  return remainder === 1
}
