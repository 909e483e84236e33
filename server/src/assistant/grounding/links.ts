/** Where a text leads to, and what it would load. */
export type Links = { urls: string[]; emails: string[]; hasImage: boolean; hasMarkup: boolean; hasScheme: boolean }

const EMAIL = /[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/gu
/** With a scheme, with `//` or `www.`, or a bare host name with letters for an ending. */
const URL_LIKE =
  /(?:[a-z][a-z0-9+.-]{1,20}:)?\/\/[^\s<>"'`)\]}|]+|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,24}(?::\d+)?(?:[/?#][^\s<>"'`)\]}|]*)?/giu
const SHORTENED = /^(e\.g|i\.e|a\.m|p\.m|z\.b|d\.h|u\.a|u\.s|u\.k|b\.v|s\.a|s\.l|ph\.d)\.?$/i
const IMAGE = /!\s*\[|<\s*(img|picture|svg|video|iframe|object|embed|link|script|style|meta|base|form|a)\b/i
const MARKUP = /<\s*\/?\s*[a-z!][^>]*>?/i
const DANGEROUS = /\b(javascript|data|vbscript|file|blob|about|ftp|sms|intent)\s*:(?=\S)/i

/** The links of a text, whatever markup they hide in. */
export function linksOf(text: string): Links {
  const emails = [...new Set((text.match(EMAIL) ?? []).map((email) => email.toLowerCase()))]
  const rest = text.replace(EMAIL, ' ')
  const urls = (rest.match(URL_LIKE) ?? []).map(withoutTail).filter((url) => !SHORTENED.test(url))
  return {
    urls: [...new Set(urls.map(plainUrl))],
    emails,
    hasImage: IMAGE.test(text),
    hasMarkup: MARKUP.test(text),
    hasScheme: DANGEROUS.test(text),
  }
}

const withoutTail = (url: string) => url.replace(/[.,;:!?…*_]+$/, '')

/** One spelling of an address: no scheme, no `www.`, the host in lower case, no slash at the end. */
export function plainUrl(url: string): string {
  const bare = url.replace(/^(?:https?:)?\/\//i, '').replace(/^www\./i, '')
  const slash = bare.search(/[/?#]/)
  const host = (slash < 0 ? bare : bare.slice(0, slash)).toLowerCase()
  const rest = slash < 0 ? '' : bare.slice(slash)
  return (host + rest).replace(/\/+$/, '')
}

/** The host of an address in its plain spelling, without a port. */
export const hostOf = (plain: string): string => /^[^/?#:]*/.exec(plain.replace(/^[^/?#]*@/, ''))![0]

/** Whether a host is one of these or lies under one of them. */
export const isUnder = (host: string, allowed: ReadonlySet<string>): boolean =>
  [...allowed].some((one) => host === one || host.endsWith(`.${one}`))
