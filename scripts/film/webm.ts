/** One compressed picture of a film, shown from `atMs` on. A key frame needs none of those before it. */
export type Frame = { atMs: number; isKey: boolean; data: Uint8Array }
type Film = { width: number; height: number; durationMs: number; frames: readonly Frame[] }

/** The length of a cluster: its blocks count their time from its start in 16 bits of milliseconds. */
const CLUSTER_MS = 20_000

/** A film of VP8 pictures as a WebM file (Matroska, https://www.rfc-editor.org/rfc/rfc9559), without sound. */
export function webmOf({ width, height, durationMs, frames }: Film): Buffer {
  const header = element(
    0x1a45dfa3,
    uint(0x4286, 1),
    uint(0x42f7, 1),
    uint(0x42f2, 4),
    uint(0x42f3, 8),
    text(0x4282, 'webm'),
    uint(0x4287, 2),
    uint(0x4285, 2),
  )
  // Times are in units of a million nanoseconds.
  const info = element(
    0x1549a966,
    uint(0x2ad7b1, 1_000_000),
    float(0x4489, durationMs),
    text(0x4d80, 'segue'),
    text(0x5741, 'segue'),
  )
  const video = element(0xe0, uint(0xb0, width), uint(0xba, height))
  const track = element(0xae, uint(0xd7, 1), uint(0x73c5, 1), uint(0x83, 1), text(0x86, 'V_VP8'), video)
  return Buffer.concat([header, element(0x18538067, info, element(0x1654ae6b, track), ...clustersOf(frames))])
}

function clustersOf(frames: readonly Frame[]): Buffer[] {
  const clusters: { atMs: number; blocks: Buffer[] }[] = []
  for (const { atMs, isKey, data } of frames) {
    const last = clusters.at(-1)
    const isNew = !last || atMs - last.atMs >= CLUSTER_MS
    const cluster = isNew ? { atMs, blocks: [] } : last
    if (isNew) clusters.push(cluster)
    const head = Buffer.from([0x81, 0, 0, isKey ? 0x80 : 0])
    head.writeInt16BE(atMs - cluster.atMs, 1)
    cluster.blocks.push(element(0xa3, head, data))
  }
  return clusters.map(({ atMs, blocks }) => element(0x1f43b675, uint(0xe7, atMs), ...blocks))
}

/** An element: its id, its length in eight bytes, its content. */
function element(id: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(content.length) | (1n << 56n))
  return Buffer.concat([bytesOf(id), length, content])
}

const bytesOf = (value: number): Buffer => {
  const hex = value.toString(16)
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
}

const uint = (id: number, value: number) => element(id, bytesOf(value))
const text = (id: number, value: string) => element(id, Buffer.from(value))

function float(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return element(id, bytes)
}
