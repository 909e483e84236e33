import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentPolicy } from './content-policy.ts'

/** A page that is the same for every visitor, ready to be sent: it is built once and sent many times. */
export type SharedPage = {
  status: 200 | 404
  html: Buffer
  /** The same compressed; null where it is not worth it. */
  compressed: { br: Buffer; gzip: Buffer } | null
  etag: string
  policy: string
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('base64')

/**
 * Makes a page of its markup. `styles` are the texts of its style elements: since the page is sent more than once it has no nonce, and its
 * policy names them by their hashes.
 */
export async function buildSharedPage(
  markup: string,
  { status, styles }: { status: SharedPage['status']; styles: readonly string[] },
): Promise<SharedPage> {
  const html = Buffer.from(markup.replaceAll(' nonce="__NONCE__"', ''))
  const policy = contentPolicy({
    styles: styles.map((style) => `'sha256-${sha256(style)}'`).join(' '),
    media: "'self'",
    ancestors: "'none'",
  })
  return { status, html, compressed: status === 200 ? await compress(html) : null, etag: `W/"${sha256(html)}"`, policy }
}

async function compress(html: Buffer): Promise<SharedPage['compressed']> {
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    promisify(gzip)(html),
  ])
  return { br, gzip: gz }
}

/** The headers of a page in one of its forms: as it is, compressed, or only confirmed to who has it. */
export function headersOf(page: SharedPage, form: 'known' | 'br' | 'gzip' | null): Record<string, string> {
  const { status, html, compressed, etag, policy } = page
  const headers = {
    'content-security-policy': policy,
    'cache-control': status === 200 ? 'public, no-cache' : 'no-store',
    // The language of a page may be chosen by a cookie.
    vary: 'Accept-Encoding, Accept-Language, Cookie',
    ...(status === 200 ? { etag } : {}),
  }
  if (form === 'known') return headers
  const body = (form && compressed?.[form]) || html
  const encoding = body === html ? 'identity' : String(form)
  return { ...headers, 'content-type': HTML, 'content-encoding': encoding, 'content-length': String(body.length) }
}

/** Whether the visitor has the page already. */
export const isKnownCopy = (asked: string | undefined, { etag }: SharedPage): boolean => asked?.includes(etag) ?? false

/** Sends a page; a visitor who has it already gets 304 without it. Caches ask each time whether it is still the newest. */
export function sendSharedPage(request: FastifyRequest, reply: FastifyReply, page: SharedPage): FastifyReply {
  const { status, html, compressed } = page
  if (status !== 200) return reply.code(status).headers(headersOf(page, null)).send(html)
  if (isKnownCopy(request.headers['if-none-match'], page))
    return reply.code(304).headers(headersOf(page, 'known')).send()
  const encoding = encodingOf(request.headers['accept-encoding'])
  return reply.headers(headersOf(page, encoding)).send((encoding && compressed?.[encoding]) || html)
}

const HTML = 'text/html; charset=utf-8'

/** The form that the visitor's browser wants, if it reads any. */
export function encodingOf(accepted: string | string[] | undefined): 'br' | 'gzip' | null {
  const text = String(accepted ?? '')
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(text)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(text) ? 'gzip' : null
}
