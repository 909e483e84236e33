import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uploadFile } from '#contracts/conversation/file.ts'
import { uploadDocument } from '#contracts/knowledge/document.ts'
import { uploadImport } from '#contracts/knowledge/import.ts'
import { type Harness, startHarness } from '#test/harness.ts'

let h: Harness
let cookie: string
beforeAll(async () => {
  h = await startHarness()
  cookie = (await h.member(await h.tenant(), 'admin')).headers.cookie ?? ''
})
afterAll(() => h.stop())

const MEGABYTE = 1024 * 1024
const BOUNDARY = 'x-boundary'

/** The head and the beginning of a form with one file; `length` is that of the whole body. */
const uploadHead = (path: string, field: string, length: number) => {
  const part = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\n`
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: x',
    `cookie: ${cookie}`,
    `content-type: multipart/form-data; boundary=${BOUNDARY}`,
    `content-length: ${length}`,
  ]
  return { text: `${head.join('\r\n')}\r\n\r\n${part}`, rest: length - part.length }
}

/** A keep-alive connection and what it has received. */
async function openConnection() {
  const socket = connect(Number(new URL(h.url).port), '127.0.0.1')
  await new Promise((resolve) => socket.once('connect', resolve))
  let received = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk
  })
  const closed = new Promise<void>((resolve) => {
    socket.on('error', () => undefined).on('close', () => resolve())
  })
  const statuses = () => [...received.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status))
  return { socket, statuses, closed }
}

/** Sends that many bytes of a file, as fast as they are read. */
async function sendBytes({ socket, closed }: { socket: Socket; closed: Promise<void> }, count: number): Promise<void> {
  const chunk = Buffer.alloc(MEGABYTE, 'a')
  for (let left = count; left > 0 && !socket.destroyed; left -= chunk.length) {
    const isBuffered = socket.write(left < chunk.length ? chunk.subarray(0, left) : chunk)
    if (!isBuffered) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed])
  }
}

describe('a connection whose upload was refused', () => {
  it.each([
    ['over 20 MB', uploadFile.path, 'file', 24, 413],
    ['a document over 20 MB', `${uploadDocument.path}?type=Guide`, 'file', 24, 413],
    ['a CSV over 5 MB', uploadImport.path, 'file', 9, 413],
    ['under another field', uploadFile.path, 'picture', 9, 400],
    ['a CSV under another field', uploadImport.path, 'csv', 9, 400],
  ])(
    'serves its next request: %s',
    async (_, path, field, megabytes, status) => {
      const connection = await openConnection()
      const { socket, statuses } = connection
      const { text, rest } = uploadHead(path, field, megabytes * MEGABYTE)
      socket.write(text)
      await sendBytes(connection, rest)
      socket.write('GET /livez HTTP/1.1\r\nhost: x\r\n\r\n')
      await expect.poll(statuses, { timeout: 30_000 }).toEqual([status, 200])
      socket.destroy()
    },
    60_000,
  )

  it('is closed when the rest of the body does not end', async () => {
    const connection = await openConnection()
    const { socket, statuses, closed } = connection
    const length = 1024 * MEGABYTE
    const { text, rest } = uploadHead(uploadFile.path, 'picture', length)
    socket.write(text)
    await sendBytes(connection, rest)
    await closed
    expect(statuses()).toEqual([400])
    expect(socket.bytesWritten).toBeLessThan(length / 2)
  }, 60_000)
})
