import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  downloadFile,
  downloadGuestFile,
  type FileView,
  uploadFile,
  uploadGuestFile,
} from '#contracts/conversation/file.ts'
import {
  getGuestConversation,
  sendGuestMessage,
  startConversation,
} from '#contracts/conversation/guest-conversation.ts'
import type { FileId } from '#contracts/ids.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { deleteTicket, getTicket, moveTicket, sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { pathOf, type TestClient } from '#test/client.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { deleteUnsentFiles } from './jobs.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const id = () => randomUUID() as never

const formOf = (bytes: string | Buffer, name: string, field = 'file') => {
  const form = new FormData()
  form.append(field, new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name)
  return form
}

/** Uploads as a customer of the business, or as a member when no business is given. */
async function upload(who: TestClient, made: TestTenant | null, bytes: string | Buffer, name = 'note.txt') {
  const path = made ? pathOf(uploadGuestFile, { params: { slug: made.slug } }) : uploadFile.path
  const response = await who.raw(path, { method: 'POST', body: formOf(bytes, name) })
  return {
    status: response.status,
    body: (await response.json()) as FileView & { error: { code: string; message: string } },
  }
}

const fetchAsGuest = (who: TestClient, made: TestTenant, fileId: FileId) =>
  who.raw(pathOf(downloadGuestFile, { params: { slug: made.slug, fileId } }))
const fetchAsMember = (who: TestClient, fileId: FileId) => who.raw(pathOf(downloadFile, { params: { fileId } }))

async function chatOf(made: TestTenant) {
  const guest = await h.guest(made)
  const conversationId = id()
  await guest.call(startConversation, { params: { slug: made.slug }, body: { id: conversationId, context: 'general' } })
  const send = (fileIds: FileId[], body = '') =>
    guest.call(sendGuestMessage, { params: { slug: made.slug, conversationId }, body: { id: id(), body, fileIds } })
  return { guest, conversationId, send }
}

const storedKeys = (made: TestTenant) =>
  made.tenant.tx((t) =>
    t.sql<{ storage_key: string }>('SELECT storage_key FROM file WHERE tenant_id = $1', [made.tenant.id]),
  )

const MEBIBYTE = 1024 * 1024

describe('attachments', () => {
  test('a customer’s file is downloaded with its message, byte for byte', async () => {
    const made = await h.tenant()
    const { guest, conversationId, send } = await chatOf(made)
    const { status, body: file } = await upload(guest, made, 'frame number AB123456', 'Größe “x”.txt')
    expect([status, file]).toEqual([
      201,
      { id: file.id, name: 'Größe “x”.txt', mime: 'text/plain', size: 21, isImage: false },
    ])
    const message = await send([file.id])
    expect(message.attachments).toEqual([file])
    const thread = await guest.call(getGuestConversation, { params: { slug: made.slug, conversationId } })
    expect(thread.messages.at(-1)?.attachments).toEqual([file])
    const response = await fetchAsGuest(guest, made, file.id)
    expect(await response.text()).toBe('frame number AB123456')
    const headers = Object.fromEntries(response.headers)
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': "attachment; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%E2%80%9Cx%E2%80%9D.txt",
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-store',
    })
  })

  test('a picture is rebuilt from its pixels and shown inline, without its hidden data', async () => {
    const made = await h.tenant()
    const guest = await h.guest(made)
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#38beba' } })
      .withExif({ IFD0: { Copyright: 'SECRET-PLACE' } })
      .jpeg()
      .toBuffer()
    const { body } = await upload(
      guest,
      made,
      Buffer.concat([picture, Buffer.from('<script>alert(1)</script>')]),
      'a.jpg',
    )
    expect(body).toMatchObject({ isImage: true, mime: 'image/jpeg' })
    const response = await fetchAsGuest(guest, made, body.id)
    expect(response.headers.get('content-disposition')).toMatch(/^inline; /)
    const bytes = Buffer.from(await response.arrayBuffer()).toString('latin1')
    expect(bytes).not.toMatch(/SECRET-PLACE|<script>/)
  })

  test('a file of a refused type or size is an error with advice, and nothing of it is stored', async () => {
    const made = await h.tenant()
    const guest = await h.guest(made)
    const path = pathOf(uploadGuestFile, { params: { slug: made.slug } })
    const refuse = async (body: BodyInit, headers?: Record<string, string>) => {
      const response = await guest.raw(path, { method: 'POST', body, ...(headers ? { headers } : {}) })
      const { error } = (await response.json()) as { error: { code: string; message: string } }
      expect(error.message.length).toBeGreaterThan(20)
      return error.code
    }
    expect(await refuse(formOf('<svg onload=alert(1)>', 'x.svg'))).toBe('unsupported')
    expect(await refuse(formOf('<html><script>1</script>', 'x.txt'))).toBe('unsupported')
    expect(await refuse(formOf('', 'x.txt'))).toBe('invalid_input')
    expect(await refuse(formOf('x', 'x.txt', 'other'))).toBe('invalid_input')
    expect(await refuse(new FormData())).toBe('invalid_input')
    expect(await refuse('{}', { 'content-type': 'application/json' })).toBe('unsupported')
    expect(await refuse('no boundary', { 'content-type': 'multipart/form-data; boundary=x' })).toBe('invalid_input')
    const cut = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf of i'
    expect(await refuse(cut, { 'content-type': 'multipart/form-data; boundary=x' })).toBe('invalid_input')
    expect(await refuse(formOf(Buffer.alloc(20 * MEBIBYTE + 1, 'a'), 'x.txt'))).toBe('too_large')
    expect(await storedKeys(made)).toEqual([])
    const exact = await upload(guest, made, Buffer.alloc(20 * MEBIBYTE, 'a'), '../../etc/pass\u0000wd.txt')
    expect(exact.body).toMatchObject({ size: 20 * MEBIBYTE, name: 'passwd.txt' })
  })

  test('a file is downloaded by those who may read its message and not found by anybody else', async () => {
    const [made, other] = [await h.tenant(), await h.tenant()]
    const { guest, send } = await chatOf(made)
    const otherGuest = (await chatOf(made)).guest
    const foreigner = await h.guest(other)
    const [member, foreignMember] = [await h.member(made), await h.member(other, 'owner')]
    const { body: file } = await upload(guest, made, 'CANARY')
    const readers = async () => ({
      guest: (await fetchAsGuest(guest, made, file.id)).status,
      member: (await fetchAsMember(member, file.id)).status,
      otherGuest: (await fetchAsGuest(otherGuest, made, file.id)).status,
      foreigner: (await fetchAsGuest(foreigner, other, file.id)).status,
      foreignMember: (await fetchAsMember(foreignMember, file.id)).status,
    })
    const nobodyElse = { otherGuest: 404, foreigner: 404, foreignMember: 404 }
    // Before it is sent, only the uploader can read it.
    expect(await readers()).toEqual({ guest: 200, member: 404, ...nobodyElse })
    await send([file.id])
    expect(await readers()).toEqual({ guest: 200, member: 200, ...nobodyElse })
    const missing = await fetchAsGuest(otherGuest, made, id())
    const refused = await fetchAsGuest(otherGuest, made, file.id)
    const bodyOf = async (response: Response) =>
      ((await response.json()) as { error: { message: string } }).error.message
    expect(await bodyOf(refused)).toBe(await bodyOf(missing))
    expect((await h.visitor().raw(pathOf(downloadFile, { params: { fileId: file.id } }))).status).toBe(401)
  })

  test('a file on an internal note is not found by the customer', async () => {
    const made = await h.tenant()
    const guest = await h.guest(made)
    const member = await h.member(made)
    const ticket = await guest.call(submitTicket, {
      params: { slug: made.slug },
      body: { id: id(), name: 'Ada', email: 'ada@example.com', subject: 'S', description: 'D' },
    })
    const reply = async (visibility: 'note' | 'public') => {
      const { body: file } = await upload(member, null, visibility)
      const body = { id: id(), body: '', visibility, fileIds: [file.id] }
      await member.call(sendTicketMessage, { params: { ticketId: ticket.id }, body })
      return file.id
    }
    const [note, shown] = [await reply('note'), await reply('public')]
    expect((await fetchAsMember(member, note)).status).toBe(200)
    expect((await fetchAsGuest(guest, made, note)).status).toBe(404)
    expect((await fetchAsGuest(guest, made, shown)).status).toBe(200)
  })

  test('a message takes only the sender’s uploads, each once', async () => {
    const [made, other] = [await h.tenant(), await h.tenant()]
    const { guest, send } = await chatOf(made)
    const thief = await chatOf(made)
    const { body: own } = await upload(guest, made, 'mine')
    const { body: foreign } = await upload(await h.guest(other), other, 'theirs')
    const { body: teams } = await upload(await h.member(made), null, 'the team’s')
    for (const [sender, fileIds] of [
      [thief.send, [own.id]],
      [send, [foreign.id]],
      [send, [teams.id]],
      [send, [own.id, id()]],
    ] as const) {
      await expect(sender([...fileIds], 'words')).rejects.toMatchObject({
        error: { code: 'invalid_input', fields: { 'body.fileIds': expect.any(String) } },
      })
    }
    expect((await send([own.id, own.id])).attachments).toHaveLength(1)
    await expect(send([own.id])).rejects.toMatchObject({ error: { code: 'invalid_input' } })
  })

  test('unsent uploads are deleted after a day, and the files of a thread with it, bytes included', async () => {
    const made = await h.tenant()
    const guest = await h.guest(made)
    const member = await h.member(made, 'admin')
    const { body: unsent } = await upload(guest, made, 'never sent')
    const ticket = await guest.call(submitTicket, {
      params: { slug: made.slug },
      body: { id: id(), name: 'Ada', email: 'ada@example.com', subject: 'S', description: 'D' },
    })
    const { body: sent } = await upload(member, null, 'sent')
    const body = { id: id(), body: 'x', visibility: 'public' as const, fileIds: [sent.id] }
    await member.call(sendTicketMessage, { params: { ticketId: ticket.id }, body })
    const keys = (await storedKeys(made)).map((row) => row.storage_key)
    expect(keys).toHaveLength(2)
    const isDeleted = async (key: string) => {
      const found = await h.platform.files.open(key).catch(() => null)
      found?.stream.destroy()
      return found === null
    }
    await deleteUnsentFiles.run(h.platform)
    expect((await fetchAsGuest(guest, made, unsent.id)).status).toBe(200)
    await made.tenant.tx((t) => t.sql(`UPDATE file SET created_at = now() - interval '25 hours'`))
    await deleteUnsentFiles.run(h.platform)
    expect((await fetchAsGuest(guest, made, unsent.id)).status).toBe(404)
    expect((await fetchAsMember(member, sent.id)).status).toBe(200)
    const { version } = (await member.call(getTicket, { params: { ticketId: ticket.id } })).ticket
    await member.call(moveTicket, { params: { ticketId: ticket.id }, body: { version, status: 'resolved' } })
    await member.call(deleteTicket, { params: { ticketId: ticket.id } })
    await vi.waitFor(async () => expect(await Promise.all(keys.map(isDeleted))).toEqual([true, true]), {
      timeout: 40_000,
    })
    expect(await storedKeys(made)).toEqual([])
  })
})
