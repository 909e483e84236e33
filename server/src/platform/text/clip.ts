/** The text on one line, clipped to that many characters with an ellipsis; never clips within a surrogate pair. */
export function clipLine(text: string, characters: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= characters) return line
  return `${line.slice(0, characters - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
