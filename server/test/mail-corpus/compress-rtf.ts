import { RTF_PREFIX, RTF_WINDOW } from '#server/inbound-mail/parsing/winmail/compressed-rtf.ts'

const LONGEST = 17

/** Text in RTF as Outlook stores it: runs of eight items, each a byte or a reference to what came before. The checksum is left zero. */
export function compressRtf(rtf: Buffer): Buffer {
  const all = Buffer.concat([RTF_PREFIX, rtf])
  const items: Buffer[] = []
  let at = RTF_PREFIX.length
  while (at < all.length) {
    const [start, length] = longestBefore(all, at)
    items.push(length < 2 ? all.subarray(at, at + 1) : reference(start % RTF_WINDOW, length))
    at += Math.max(1, length < 2 ? 1 : length)
  }
  items.push(reference(at % RTF_WINDOW, 2))
  const packed = Buffer.concat(runsOf(items))
  const head = Buffer.alloc(16)
  head.writeUInt32LE(packed.length + 12, 0)
  head.writeUInt32LE(rtf.length, 4)
  head.write('LZFu', 8, 'latin1')
  return Buffer.concat([head, packed])
}

const reference = (offset: number, length: number): Buffer =>
  Buffer.of(offset >> 4, ((offset & 0xf) << 4) | (length - 2))

function longestBefore(all: Buffer, at: number): [start: number, length: number] {
  const known = all.subarray(0, at)
  for (let length = Math.min(LONGEST, all.length - at); length >= 2; length -= 1) {
    const start = known.lastIndexOf(all.subarray(at, at + length))
    if (start >= 0 && at - start < RTF_WINDOW - LONGEST) return [start, length]
  }
  return [0, 0]
}

/** A byte before each eight items says which of them are references. */
function runsOf(items: readonly Buffer[]): Buffer[] {
  const runs: Buffer[] = []
  for (let first = 0; first < items.length; first += 8) {
    const run = items.slice(first, first + 8)
    const control = run.reduce((bits, item, index) => (item.length === 2 ? bits | (1 << index) : bits), 0)
    runs.push(Buffer.of(control), ...run)
  }
  return runs
}
