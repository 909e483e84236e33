import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { type Header, pack } from 'tar-stream'
import { describe, expect, it } from 'vitest'
import * as m from '#i18n/messages.js'
import { filesOf } from './archive.ts'

/** What reading all files of an upload ends with. */
async function read(bytes: Buffer, name = 'export.tar.gz'): Promise<unknown> {
  const open = async (range?: { from: number; to: number }) =>
    Readable.from([bytes.subarray(range?.from ?? 0, (range?.to ?? bytes.length) + 1)])
  try {
    const names: string[] = []
    for await (const file of filesOf({ name, size: bytes.length, open })) {
      names.push(file.name)
      for await (const _ of file.bytes);
    }
    return names
  } catch (error) {
    return (error as { text?: { key?: string } }).text ?? error
  }
}

async function tarOf(entries: (Partial<Header> & { name: string } & { content?: Buffer })[]): Promise<Buffer> {
  const archive = pack()
  const chunks: Buffer[] = []
  const all = (async () => {
    for await (const chunk of archive) chunks.push(chunk as Buffer)
  })()
  for (const { content, ...header } of entries) archive.entry(header, content ?? '')
  archive.finalize()
  await all
  return Buffer.concat(chunks)
}

describe('the files of an export', () => {
  it('[D5] folders and links of an archive count among its files', async () => {
    const folders = Array.from({ length: 10_001 }, (_, n) => ({ name: `d${n}`, type: 'directory' as const }))
    expect(await read(gzipSync(await tarOf(folders)))).toBe(m.data_import_unreadable_files)
    expect(
      await read(gzipSync(await tarOf([...folders.slice(0, 9), { name: 'a.json', content: Buffer.from('{}') }]))),
    ).toEqual(['a.json'])
  })

  it('[D5] what is no file counts among what an archive unpacks to', async () => {
    const tar = await tarOf([{ name: 'a', content: Buffer.alloc(60 * 1024 * 1024) }])
    // A kind of entry that nothing is read of.
    tar.write('V', 156, 'latin1')
    tar.write('        ', 148, 'latin1')
    const sum = tar.subarray(0, 512).reduce((all, byte) => all + byte, 0)
    tar.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
    expect(await read(gzipSync(tar))).toBe(m.data_import_unreadable_bomb)
  })
})
