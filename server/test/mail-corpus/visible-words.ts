import { type Attachment, simpleParser } from 'mailparser'
import { type DefaultTreeAdapterTypes as Dom, parse } from 'parse5'
import type { CorpusMail } from './read-corpus.ts'

const NOT_SHOWN = ['head', 'script', 'style', 'template', 'title', 'iframe', 'object', 'select', 'textarea']
const WITHOUT_WIDTH = /[\u00ad\u200b\u2060\ufeff]/g

/** What stands in for a picture in the text form of a mail. */
const PICTURE = /\[(?:image|cid):[^\]]*\]/g

/** The words of a text. */
export const wordsOf = (text: string): Set<string> =>
  new Set(
    text
      .replace(WITHOUT_WIDTH, '')
      .toLowerCase()
      .normalize('NFKC')
      .match(/[\p{L}\p{N}]+/gu),
  )

/**
 * The words that mail programs show of a mail: those of its text and of its HTML, and of the mails inside it. They are read by other libraries
 * than the product's, so that a mistake of those cannot hide here.
 */
export async function visibleWords({ bytes, expected }: CorpusMail): Promise<Set<string>> {
  const found = await textsOf(declared(bytes, expected.charset))
  const words = wordsOf(found.join('\n'))
  for (const hidden of expected.hidden ?? []) words.delete(hidden.toLowerCase())
  return words
}

async function textsOf(bytes: Buffer): Promise<string[]> {
  const { text, html, attachments } = await simpleParser(bytes, {
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    skipTextLinks: true,
    keepDeliveryStatus: true,
  })
  const inside = await Promise.all(attachments.filter(isMail).map(({ content }) => textsOf(content)))
  return [(text ?? '').replace(PICTURE, ' '), html ? textOfHtml(html) : '', ...inside.flat()]
}

const isMail = ({ contentType }: Attachment): boolean => contentType === 'message/rfc822'

const textOfHtml = (html: string): string => shown(parse(html))

function shown(node: Dom.Node): string {
  if (node.nodeName === '#text') return (node as Dom.TextNode).value
  if (!('childNodes' in node) || NOT_SHOWN.includes(node.nodeName)) return ''
  // A word does not go on across the border of a block; across `b` or `span` it does.
  const isInline = ['a', 'b', 'i', 'em', 'strong', 'span', 'font', 'u', 'code'].includes(node.nodeName)
  const text = node.childNodes.map(shown).join('')
  return isInline ? text : ` ${text} `
}

/** The mail as it would be if it named its character set rightly. */
function declared(bytes: Buffer, charset: string | undefined): Buffer {
  if (charset === undefined) return bytes
  const text = bytes.toString('latin1').replace(/(Content-Type: text\/\w+)[^\r\n]*/, `$1; charset=${charset}`)
  return Buffer.from(text, 'latin1')
}
