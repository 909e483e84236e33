/** One event of a server-sent stream. `data` is the text after `data:`; several such lines are joined by line breaks. */
export type ServerSentEvent = { id: string | null; name: string; data: string }

/**
 * Parses a stream of text into events by the HTML standard. Feed it chunks as they come (they may end
 * anywhere); comments are heartbeats and are dropped.
 */
export function createSseReader(onEvent: (event: ServerSentEvent) => void): (piece: string) => void {
  let rest = ''
  let id: string | null = null
  let name = ''
  let data: string[] = []
  const take = (line: string) => {
    if (line === '') {
      if (data.length > 0) onEvent({ id, name: name || 'message', data: data.join('\n') })
      name = ''
      data = []
      return
    }
    const colon = line.indexOf(':')
    if (colon === 0) return
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (field === 'data') data.push(value)
    else if (field === 'event') name = value
    else if (field === 'id' && !value.includes('\0')) id = value
  }
  return (piece) => {
    rest += piece
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) take(line)
  }
}
