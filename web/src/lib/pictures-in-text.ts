import type { FileView } from '#contracts/conversation/file.ts'
import type { MessageView } from '#contracts/conversation/message.ts'

/** Whether words of the text stand for this picture. Other files are downloads below the text, whatever stands for them. */
export const isIn = (text: string, { isImage, placeholder }: FileView): boolean =>
  isImage && placeholder !== undefined && text.includes(placeholder)

/** Where a message shows its files. `below`: those without a place in its text. `folded`: pictures in what is folded of its mail. */
export function placesOf({
  author,
  body,
  attachments,
}: MessageView): Record<'inText' | 'folded' | 'below', FileView[]> {
  const hasPlace = ({ isImage, placeholder }: FileView) => author === 'customer' && isImage && placeholder !== undefined
  return {
    inText: attachments.filter((file) => hasPlace(file) && isIn(body, file)),
    folded: attachments.filter((file) => hasPlace(file) && !isIn(body, file)),
    below: attachments.filter((file) => !hasPlace(file)),
  }
}

/** A mail may name one picture thousands of times. */
const MOST_PICTURES = 50

/** A text with its pictures at their places, the first 50; the others are their words. `at`: where each piece begins. */
export function piecesOf(text: string, files: readonly FileView[]): { at: number; piece: string | FileView }[] {
  const pictures = new Map(files.flatMap((file) => (isIn(text, file) ? [[file.placeholder, file] as const] : [])))
  if (pictures.size === 0) return [{ at: 0, piece: text }]
  const words = [...pictures.keys()].map((one) => (one ?? '').replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
  let at = 0
  let shown = 0
  const pictureOf = (words: string): FileView | undefined => {
    const picture = shown < MOST_PICTURES ? pictures.get(words) : undefined
    if (picture) shown += 1
    return picture
  }
  return text.split(new RegExp(`(${words.join('|')})`)).flatMap((words) => {
    const piece = { at, piece: pictureOf(words) ?? words }
    at += words.length
    return words === '' ? [] : [piece]
  })
}

/** What a picture shows: the words for it, without their brackets. */
export const altOf = ({ placeholder, name }: FileView): string => placeholder?.slice(1, -1) ?? name

/** The pictures that an earlier one of these messages shows too, as the logo below each mail of a firm: the same name and the same size in bytes. */
export function repeatedIn(messages: readonly MessageView[]): ReadonlySet<string> {
  const known = new Set<string>()
  const repeated = new Set<string>()
  for (const message of messages) {
    const { inText } = placesOf(message)
    for (const file of inText) if (known.has(keyOf(file))) repeated.add(file.id)
    for (const file of inText) known.add(keyOf(file))
  }
  return repeated
}

const keyOf = ({ name, size }: FileView): string => `${size} ${name}`
