/** A text is cut here; a statement this long is recognised by its beginning. */
const MAX_TEXT = 400

/**
 * The text of a statement without its values: what stands in quotes, numbers, and how many parameters a list has. It may be shown and
 * recorded outside of the database, and is the same for every use of a statement.
 */
export function withoutValues(text: string): string {
  const plain = text
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, '?')
    .replace(/\bE'(?:[^'\\]|''|\\[\s\S])*(?:'|$)/gi, '?')
    .replace(/'(?:[^']|'')*(?:'|$)/g, '?')
    .replace(/(?<![\w$.])\d+(?:\.\d+)?\b/g, '?')
    .replace(/\s+/g, ' ')
    .replace(/(\$\d+|\?)(?:, ?(?:\$\d+|\?))+/g, '?, …')
    .trim()
  return plain.length > MAX_TEXT ? `${plain.slice(0, MAX_TEXT)}…` : plain
}
