/**
 * Text whose paragraphs a mail program broke into lines (RFC 3676), each as one line again: a space at the end of a line says that the next
 * one of the same quotation goes on. `isSpaceDropped`: that space is not part of the text.
 */
export function unflow(text: string, isSpaceDropped: boolean): string {
  const lines: string[] = []
  /** By how many marks the line is quoted that goes on; -1 where none does. */
  let openDepth = -1
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    const [marks = ''] = /^>*/.exec(line) ?? []
    // A space before a line keeps its first character from being read as a mark.
    const content = line.slice(marks.length).replace(/^ /, '')
    const isSignature = content === '-- '
    const isFlowed = content.endsWith(' ') && !isSignature
    const shown = isFlowed && isSpaceDropped ? content.slice(0, -1) : content
    if (openDepth === marks.length && !isSignature) lines[lines.length - 1] += shown
    else lines.push(marks === '' ? shown : `${marks} ${shown}`)
    openDepth = isFlowed ? marks.length : -1
  }
  return lines.join('\n')
}
