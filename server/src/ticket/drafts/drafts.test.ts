import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FileView, uploadFile } from '#contracts/conversation/file.ts'
import type { TicketId } from '#contracts/ids.ts'
import { listComposerDrafts, saveComposerDraft } from '#contracts/ticket/composer-draft.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { sendTicketMessage } from '#contracts/ticket/ticket.ts'
import type { TestClient } from '#test/client.ts'
import { measureRequest } from '#test/database-use.ts'
import { type Harness, startHarness } from '#test/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ env: { ROLE: 'web' } })
})
afterAll(() => h.stop())

const newId = () => crypto.randomUUID() as never

async function withTicket() {
  const acme = await h.tenant()
  const [guest, ann, bob] = [
    await h.guest(acme),
    await h.member(acme, 'agent', 'Ann'),
    await h.member(acme, 'agent', 'Bob'),
  ]
  const ticketId = crypto.randomUUID() as TicketId
  const form = { id: ticketId, name: 'Jo', email: 'jo@example.com', subject: 'S', description: 'D' }
  await guest.call(submitTicket, { params: { slug: acme.slug }, body: form })
  const save = (
    body: string,
    revision: string | null,
    mode: 'reply' | 'note' = 'reply',
    fileIds: FileView['id'][] = [],
  ) => ({ params: { ticketId }, body: { mode, body, fileIds, revision } }) as const
  const read = async (who: TestClient) => (await who.call(listComposerDrafts, { params: { ticketId } })).items
  return { ann, bob, ticketId, save, read }
}

async function upload(who: TestClient): Promise<FileView> {
  const form = new FormData()
  form.append('file', new Blob(['proof']), 'proof.txt')
  return (await (await who.raw(uploadFile.path, { method: 'POST', body: form })).json()) as FileView
}

describe('[T11] a draft', () => {
  it('is kept for its member only, one for the reply and one for the note, with its files', async () => {
    const { ann, bob, save, read } = await withTicket()
    const file = await upload(ann)
    await ann.call(saveComposerDraft, save('for Jo', null, 'reply', [file.id]))
    await ann.call(saveComposerDraft, save('for the team', null, 'note'))
    expect(
      (await read(ann)).map(({ mode, body, files }) => [mode, body, files.map(({ name }) => name)]).sort(),
    ).toEqual([
      ['note', 'for the team', []],
      ['reply', 'for Jo', ['proof.txt']],
    ])
    expect(await read(bob)).toEqual([])
  })

  it('that arrives behind the message it was sent with is no draft', async () => {
    const { ann, ticketId, save, read } = await withTicket()
    const { draft } = await ann.call(saveComposerDraft, save('We look in', null))
    const body = { id: newId(), body: 'We look into it.', visibility: 'public' as const, fileIds: [] }
    await ann.call(sendTicketMessage, { params: { ticketId }, body })
    expect((await ann.call(saveComposerDraft, save('We look into it.', draft!.revision))).draft).toBeNull()
    expect(await read(ann)).toEqual([])
    expect((await ann.call(saveComposerDraft, save('Something else', null))).draft?.body).toBe('Something else')
  })

  it('that another device stored meanwhile is not overwritten: the reply is the stored one', async () => {
    const { ann, save } = await withTicket()
    const { draft } = await ann.call(saveComposerDraft, save('from the desk', null))
    const phone = await ann.fail(saveComposerDraft, save('from the phone', null))
    expect([phone.status, phone.error.current]).toEqual([409, draft])
    const next = await ann.call(saveComposerDraft, save('from the phone', draft?.revision ?? null))
    expect(next.draft?.body).toBe('from the phone')
    expect((await ann.fail(saveComposerDraft, save('late', draft?.revision ?? null))).status).toBe(409)
  })

  it('stored first by two devices at once is stored by one, and the other device gets a conflict', async () => {
    const { ann, save } = await withTicket()
    const statusOf = (text: string) =>
      ann.call(saveComposerDraft, save(text, null)).then(
        () => 200,
        ({ status }: { status: number }) => status,
      )
    expect((await Promise.all([statusOf('one'), statusOf('two')])).sort()).toEqual([200, 409])
  })

  it('is deleted by emptying it and by sending it; another text that was stored meanwhile stays', async () => {
    const { ann, ticketId, save, read } = await withTicket()
    const send = (body: string) =>
      ann.call(sendTicketMessage, { params: { ticketId }, body: { id: newId(), body, visibility: 'public' } })
    const first = await ann.call(saveComposerDraft, save('one', null))
    expect((await ann.call(saveComposerDraft, save('', first.draft?.revision ?? null))).draft).toBeNull()
    await ann.call(saveComposerDraft, save('two', null))
    await ann.call(saveComposerDraft, save('a note', null, 'note'))
    await send('two')
    expect((await read(ann)).map(({ mode }) => mode)).toEqual(['note'])
    await ann.call(saveComposerDraft, save('three', null))
    await send('four')
    expect((await read(ann)).map(({ body }) => body).sort()).toEqual(['a note', 'three'])
  })

  it('is stored with one commit and four statements beside the session', async () => {
    const { ann, save } = await withTicket()
    const use = await measureRequest(() => ann.call(saveComposerDraft, save('text', null)))
    expect(use.commits).toBe(1)
    expect(use.statements).toBeLessThanOrEqual(4)
  })
})
