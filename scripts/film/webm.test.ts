import { expect, it } from 'vitest'
import { webmOf } from './webm.ts'

/** The elements of a piece of a file: id, and content. */
function elementsOf(bytes: Buffer): [id: string, content: Buffer][] {
  const found: [string, Buffer][] = []
  for (let at = 0; at < bytes.length; ) {
    const idBytes = Math.clz32(bytes[at] ?? 0) - 23
    const length = Number(bytes.readBigUInt64BE(at + idBytes) & ((1n << 56n) - 1n))
    const start = at + idBytes + 8
    found.push([bytes.subarray(at, at + idBytes).toString('hex'), bytes.subarray(start, start + length)])
    at = start + length
  }
  return found
}
const contentOf = (bytes: Buffer | undefined, id: string) =>
  elementsOf(bytes ?? Buffer.alloc(0)).find(([one]) => one === id)?.[1]

it('a film is a WebM file with its length, its size and each picture at its time', () => {
  const data = Buffer.from('picture')
  const frames = [
    { atMs: 0, isKey: true, data },
    { atMs: 300, isKey: false, data },
    { atMs: 25_000, isKey: true, data },
  ]
  const film = webmOf({ width: 1280, height: 720, durationMs: 26_000, frames })
  expect(elementsOf(film).map(([id]) => id)).toEqual(['1a45dfa3', '18538067'])
  const segment = contentOf(film, '18538067')
  expect(contentOf(contentOf(segment, '1549a966'), '4489')?.readDoubleBE()).toBe(26_000)
  const video = contentOf(contentOf(contentOf(segment, '1654ae6b'), 'ae'), 'e0')
  expect(contentOf(video, 'b0')?.readUInt16BE()).toBe(1280)
  const clusters = elementsOf(segment ?? Buffer.alloc(0)).filter(([id]) => id === '1f43b675')
  expect(clusters.map(([, cluster]) => elementsOf(cluster).map(([id]) => id))).toEqual([
    ['e7', 'a3', 'a3'],
    ['e7', 'a3'],
  ])
  const block = elementsOf(clusters[0]?.[1] ?? Buffer.alloc(0))[2]?.[1]
  expect([block?.readInt16BE(1), block?.[3], block?.subarray(4)]).toEqual([300, 0, data])
})
