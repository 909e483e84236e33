/** A text and the selected part of it. */
export type Selection = { text: string; start: number; end: number }

/** What replaces the characters from `from` to `to`, and what is selected after it. */
export type Edit = { from: number; to: number; insert: string; start: number; end: number }

/** Puts marks around the selected words, or takes them away where they are; `placeholder` stands in for an empty selection. */
export function wrap({ text, start, end }: Selection, mark: string, placeholder: string): Edit {
  const size = mark.length
  if (text.slice(start - size, start) === mark && text.slice(end, end + size) === mark) {
    const insert = text.slice(start, end)
    return { from: start - size, to: end + size, insert, start: start - size, end: end - size }
  }
  const words = text.slice(start, end) || placeholder
  return {
    from: start,
    to: end,
    insert: `${mark}${words}${mark}`,
    start: start + size,
    end: start + size + words.length,
  }
}

/** Puts a mark before every selected line, or takes it away where all of them have it. `numbered` counts: `1.`, `2.` */
export function prefixLines(selection: Selection, mark: string | 'numbered'): Edit {
  const { text, start, end } = selection
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end > start && text[end - 1] === '\n' ? end - 1 : end)
  const to = next === -1 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const isMarked = (line: string) => (mark === 'numbered' ? /^\d+\. /.test(line) : line.startsWith(mark))
  const bare = (line: string) => line.replace(/^(#{1,6} |> |- |\d+\. )/, '')
  const insert = (
    lines.every(isMarked)
      ? lines.map(bare)
      : lines.map((line, index) => `${mark === 'numbered' ? `${index + 1}. ` : mark}${bare(line)}`)
  ).join('\n')
  return { from, to, insert, start: from, end: from + insert.length }
}

/** Makes a link of the selected words; the address is selected to be typed over. A selected address becomes the target. */
export function link({ text, start, end }: Selection, placeholder: string): Edit {
  const selected = text.slice(start, end)
  if (/^https?:\/\/\S+$/.test(selected)) {
    return {
      from: start,
      to: end,
      insert: `[${placeholder}](${selected})`,
      start: start + 1,
      end: start + 1 + placeholder.length,
    }
  }
  const words = selected || placeholder
  const address = 'https://'
  const at = start + words.length + 3
  return { from: start, to: end, insert: `[${words}](${address})`, start: at, end: at + address.length }
}
