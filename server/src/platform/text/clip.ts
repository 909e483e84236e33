/** Text as one line of at most so many characters, an ellipsis where some were left out; it never ends in half a sign. */
export function clipLine(text: string, characters: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= characters) return line
  return `${line.slice(0, characters - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
