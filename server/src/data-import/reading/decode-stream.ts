/** Text of bytes in UTF-8, in UTF-16 by its byte order mark, else in Windows-1252 where the beginning is no UTF-8. */
export async function* decodeStream(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(encodingOf(chunk))
    const text = decoder.decode(chunk, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder?.decode()
  if (rest) yield rest
}

function encodingOf(first: Buffer): string {
  if (first[0] === 0xff && first[1] === 0xfe) return 'utf-16le'
  if (first[0] === 0xfe && first[1] === 0xff) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(first, { stream: true })
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** The same bytes in UTF-8 without a byte order mark, where they begin with one. */
export async function* asUtf8(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = bytes[Symbol.asyncIterator]()
  const first = await chunks.next()
  if (first.done) return
  const rest = async function* () {
    yield first.value
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
  if (encodingOf(first.value).startsWith('utf-16'))
    for await (const text of decodeStream(rest())) yield Buffer.from(text)
  else if (first.value[0] === 0xef && first.value[1] === 0xbb && first.value[2] === 0xbf) {
    let isFirst = true
    for await (const chunk of rest()) {
      yield isFirst ? chunk.subarray(3) : chunk
      isFirst = false
    }
  } else yield* rest()
}
