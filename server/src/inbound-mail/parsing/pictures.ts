import type { MailAttachment } from './parsed-mail.ts'

/** The words that stand for a picture of the mail at its place in the text; null where the address names no part of the mail, none for one that is shown too often. */
export type PlacePicture = (address: string, alt: string) => string | null

export const noPictures: PlacePicture = () => null

/** A part that is shown more often is left out from then on: its words could make a small mail a large text. */
const MOST_TIMES = 50

/** Descriptions of whole paragraphs are cut. */
const LONGEST = 200

/**
 * Finds the parts that the HTML shows by `cid:` (RFC 2392), and notes with each the words that stand for it. No two parts have the same words,
 * since mail programs call every pasted picture "image.png"; one part that is shown twice has the same words twice.
 */
export function placePictures(attachments: readonly MailAttachment[]): PlacePicture {
  const byId = new Map<string, MailAttachment>()
  for (const one of attachments) {
    const id = idOf(one.contentId ?? '')
    if (id !== '' && !byId.has(id)) byId.set(id, one)
  }
  const used = new Set<string>()
  const times = new Map<MailAttachment, number>()
  return (address, alt) => {
    const id = /^\s*cid:(.+)$/is.exec(address)?.[1]
    const found = id === undefined ? undefined : byId.get(idOf(decoded(id)))
    if (!found) return null
    const before = times.get(found) ?? 0
    times.set(found, before + 1)
    if (before >= MOST_TIMES) return ''
    found.placeholder ??= unused(plain(alt) || plain(found.name) || 'attachment', used)
    return found.placeholder
  }
}

const idOf = (id: string): string => id.trim().replace(/^<|>$/g, '').toLowerCase()

function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

/** On one line and without brackets, which are around it. */
const plain = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}[\]\s]+/gu, ' ')
    .slice(0, LONGEST)
    .toWellFormed()
    .trim()

function unused(words: string, used: Set<string>): string {
  let placeholder = `[${words}]`
  for (let n = 2; used.has(placeholder); n += 1) placeholder = `[${words} ${n}]`
  used.add(placeholder)
  return placeholder
}
