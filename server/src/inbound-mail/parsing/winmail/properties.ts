/** What a property holds, as far as it is read here. */
type Value = string | number | Uint8Array

const MULTIPLE = 0x1000
const STRING8 = 0x1e
const UNICODE = 0x1f
const NAMED_FROM = 0x8000
/** Bytes of the types of one length. */
const SIZES: Record<number, number> = { 2: 4, 3: 4, 4: 4, 10: 4, 11: 4, 5: 8, 6: 8, 7: 8, 20: 8, 64: 8, 72: 16 }
const LONG = 3

/** The MAPI properties of an attribute of a `winmail.dat`, by their numbers; those up to where it is damaged. */
export function readProperties(bytes: Buffer): Map<number, Value> {
  const found = new Map<number, Value>()
  try {
    let at = 4
    for (let count = bytes.readUInt32LE(0); count > 0; count -= 1) {
      const [type, id] = [bytes.readUInt16LE(at), bytes.readUInt16LE(at + 2)]
      const start = id >= NAMED_FROM ? afterName(bytes, at + 4) : at + 4
      const { value, next } = valueAt(bytes, start, type)
      if (value !== null && !found.has(id)) found.set(id, value)
      at = next
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return found
}

/** A property of its own: a number of 16 bytes, then a number or a name. */
function afterName(bytes: Buffer, at: number): number {
  const isNumber = bytes.readUInt32LE(at + 16) === 0
  return at + 24 + (isNumber ? 0 : padded(bytes.readUInt32LE(at + 20)))
}

const padded = (length: number): number => Math.ceil(length / 4) * 4

function valueAt(bytes: Buffer, at: number, type: number): { value: Value | null; next: number } {
  const size = SIZES[type & ~MULTIPLE]
  if (size !== undefined) {
    const count = type & MULTIPLE ? bytes.readUInt32LE(at) : 1
    const start = type & MULTIPLE ? at + 4 : at
    return { value: type === LONG ? bytes.readUInt32LE(at) : null, next: start + count * size }
  }
  let next = at + 4
  let first: Buffer | null = null
  for (let count = bytes.readUInt32LE(at); count > 0; count -= 1) {
    const length = bytes.readUInt32LE(next)
    if (next + 4 + length > bytes.length) throw new RangeError('cut off')
    first ??= bytes.subarray(next + 4, next + 4 + length)
    next += 4 + padded(length)
  }
  return { value: first && decoded(first, type & ~MULTIPLE), next }
}

function decoded(bytes: Buffer, type: number): Value {
  if (type === UNICODE) return bytes.toString('utf16le').replace(/\0+$/, '')
  return type === STRING8 ? bytes.toString('latin1').replace(/\0+$/, '') : bytes
}
