/** The number of "signed data" (RFC 5652, section 5), in its encoding. */
const SIGNED_DATA = '2a864886f70d010702'
const SEQUENCE = 0x30
const OCTETS = 0x04
const OCTETS_IN_PIECES = 0x24
const EXPLICIT = 0xa0

/** An element of BER: where its content begins and ends. Of unknown length: up to two zero bytes. */
type Element = { tag: number; start: number; end: number; next: number }

const MOST_NESTED = 16

/**
 * The mail inside an S/MIME mail whose signature is not beside it but around it. The signature is not checked: the mail is only read. Null
 * for anything else, an encrypted mail too.
 */
export function readSignedData(bytes: Uint8Array): Uint8Array | null {
  try {
    const info = childrenOf(bytes, elementAt(bytes, 0, 0))
    const [type, explicit] = info
    if (!type || !explicit || hexOf(bytes, type) !== SIGNED_DATA) return null
    const signed = childrenOf(bytes, explicit)[0]
    const content = signed && childrenOf(bytes, signed).find(({ tag }, at) => at >= 2 && tag === SEQUENCE)
    const wrapped = content && childrenOf(bytes, content).find(({ tag }) => tag === EXPLICIT)
    const octets = wrapped && childrenOf(bytes, wrapped)[0]
    if (!octets) return null
    return octets.tag === OCTETS_IN_PIECES
      ? Buffer.concat(childrenOf(bytes, octets).map((piece) => bytes.subarray(piece.start, piece.end)))
      : octets.tag === OCTETS
        ? bytes.subarray(octets.start, octets.end)
        : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

const hexOf = (bytes: Uint8Array, { start, end }: Element): string =>
  Buffer.from(bytes.subarray(start, Math.min(end, start + 32))).toString('hex')

function childrenOf(bytes: Uint8Array, { start, end }: Element): Element[] {
  const children: Element[] = []
  for (let at = start; at < end; ) {
    const child = elementAt(bytes, at, 0)
    children.push(child)
    at = child.next
  }
  return children
}

/** Throws RangeError where the bytes are not an element. */
function elementAt(bytes: Uint8Array, at: number, nested: number): Element {
  const [tag, first] = [bytes[at], bytes[at + 1]]
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f || nested > MOST_NESTED)
    throw new RangeError('no element')
  if (first === 0x80) return endless(bytes, at, nested)
  const count = first > 0x80 ? first - 0x80 : 0
  if (count > 4) throw new RangeError('too long')
  let length = count === 0 ? first : 0
  for (let index = 0; index < count; index += 1) length = length * 256 + (bytes[at + 2 + index] ?? 0)
  const start = at + 2 + count
  const end = start + length
  if (end > bytes.length) throw new RangeError('cut off')
  return { tag, start, end, next: end }
}

function endless(bytes: Uint8Array, at: number, nested: number): Element {
  const start = at + 2
  let end = start
  while (bytes[end] !== 0 || bytes[end + 1] !== 0) end = elementAt(bytes, end, nested + 1).next
  return { tag: bytes[at] as number, start, end, next: end + 2 }
}
