import { randomUUID } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip, gunzipSync, gzipSync } from 'node:zlib'
import PostalMime from 'postal-mime'
import { extract, pack } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { TenantId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { makeArticle } from '#server/knowledge/fixture.ts'
import { RunFailure } from '#server/platform/data-runs/run.ts'
import { unavailable } from '#server/platform/errors.ts'
import { type Tenant, tenantOf } from '#server/platform/platform.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { createFullTenant, startChat, submitForm, uploadText } from '#test/proof/full-tenant.ts'
import { HEAD_FILE, Manifest } from './archive-format.ts'
import { moveIn } from './move-in.ts'
import { contentHashOf } from './rows.ts'
import { inLoadingOrder, LEFT_OUT, listTakenTables, listTenantTables } from './tables.ts'
import { takeOut } from './take-out.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ env: { ROLE: 'web' } })
})
afterAll(() => h.stop())

const silent = { say: async () => undefined, progress: async () => undefined }

async function archiveOf(tenant: Tenant) {
  const { stream, result } = takeOut(tenant, silent)
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return { bytes: Buffer.concat(chunks), taken: await result }
}

/** The files of an archive, by a reader that is not the product's. */
async function filesOf(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const reader = extract()
  const read = (async () => {
    for await (const entry of reader) {
      const chunks: Buffer[] = []
      for await (const chunk of entry) chunks.push(chunk as Buffer)
      files.set(entry.header.name, Buffer.concat(chunks))
    }
  })()
  await pipeline(Readable.from([bytes]), createGunzip(), reader)
  await read
  return files
}

const linesOf = (files: Map<string, Buffer>, table: string): Record<string, unknown>[] =>
  [...files]
    .filter(([name]) => name.startsWith(`tables/${table}/`))
    .flatMap(([, bytes]) => bytes.toString('utf8').trim().split('\n'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

async function hashOf(id: TenantId): Promise<string> {
  const tenant = tenantOf(h.platform, id)
  return tenant.read(async (t) => {
    await t.sql("SET LOCAL TimeZone = 'UTC'")
    return contentHashOf(t, h.platform.files, await listTakenTables(t))
  })
}

const moveArchiveIn = (bytes: Buffer) =>
  moveIn(h.platform, { archive: Readable.from([bytes]), by: 'owner@segue.example' }, silent)

/** A business with a chat that became a ticket, with an attachment, and an article. */
async function busyTenant(): Promise<TestTenant & { member: Awaited<ReturnType<Harness['member']>> }> {
  const made = await h.tenant()
  const member = await h.member(made, 'owner')
  const guest = await h.guest(made)
  const file = await uploadText(guest, made.slug)
  const chat = await startChat(guest, made.slug, [file])
  await submitForm(guest, made.slug, chat.conversationId)
  await makeArticle(made.tenant)
  return { ...made, member }
}

const countTenants = async () =>
  (await queryAsOwner<{ n: number }>(h.database.ownerUrl, 'SELECT count(*)::int AS n FROM tenant', []))[0]?.n

describe('the take-out of a business', () => {
  it('[D3] knows every table of a business: each is taken out, or left out for a reason', async () => {
    const { tenant } = await h.tenant()
    const [all, taken] = await tenant.read(async (t) => [await listTenantTables(t), await listTakenTables(t)] as const)
    const known = [...taken.map(({ name }) => name), ...Object.keys(LEFT_OUT)].sort()
    expect(known).toEqual(all.map(({ name }) => name).sort())
    expect(() => inLoadingOrder(taken)).not.toThrow()
  })

  it('[D3] moves in as another business with the same content hash, from a business with rows in every table', async () => {
    const full = await createFullTenant(h, 'A')
    const { bytes, taken } = await archiveOf(full.tenant)
    expect(taken.contentHash).toMatch(/^[0-9a-f]{64}$/)
    expect(taken.contentHash).toBe(await hashOf(full.tenant.id))
    const moved = await moveArchiveIn(bytes)
    expect(moved.tenantId).not.toBe(full.tenant.id)
    expect(moved.contentHash).toBe(taken.contentHash)
    expect(await hashOf(moved.tenantId)).toBe(taken.contentHash)
    const again = await archiveOf(tenantOf(h.platform, moved.tenantId))
    expect(again.taken).toEqual(taken)
    const words = `SELECT words_of_ticket(t.tenant_id, id) = words AS same
      FROM ticket t LEFT JOIN ticket_words w ON w.tenant_id = t.tenant_id AND ticket_id = id WHERE t.tenant_id = $1`
    const indexed = await queryAsOwner<{ same: boolean | null }>(h.database.ownerUrl, words, [moved.tenantId])
    expect(indexed.length).toBeGreaterThan(0)
    expect(indexed.filter(({ same }) => !same)).toEqual([])
  })

  it('[D3] changes its content hash with any row', async () => {
    const { tenant } = await busyTenant()
    const before = await hashOf(tenant.id)
    await tenant.tx((t) => t.sql('UPDATE message SET confidence = 0.25 WHERE tenant_id = $1', [t.tenantId]))
    expect(await hashOf(tenant.id)).not.toBe(before)
  })

  it('[D3] is read by standard tools: JSON Lines, mails, Markdown with front matter, attachments as they were', async () => {
    const { tenant } = await busyTenant()
    const files = await filesOf((await archiveOf(tenant)).bytes)
    const [article] = linesOf(files, 'article')
    const markdown = [...files].find(([name]) => name.startsWith('knowledge/articles/'))?.[1].toString('utf8') ?? ''
    const [, front = '', body] = markdown.split(/^---$/m)
    expect(parse(front)).toMatchObject({ title: article?.title })
    expect(body?.trim()).toBe(String(article?.body).trim())
    const [ticket] = linesOf(files, 'ticket')
    const mail = files.get('threads/ticket-000001.eml')
    const read = await PostalMime.parse(mail ?? '', { forceRfc822Attachments: true })
    expect(read.subject).toBe(`[#1] ${ticket?.subject}`)
    expect(read.from).toMatchObject({ address: 'proof@example.com' })
    const messages = linesOf(files, 'message').filter(({ author }) => author !== 'system')
    const parts = await Promise.all(read.attachments.map(({ content }) => PostalMime.parse(content)))
    expect(parts.map(({ text }) => text?.trim()).sort()).toEqual(messages.map((one) => String(one.body).trim()).sort())
    const attachment = parts.flatMap(({ headers }) => headers).find(({ key }) => key === 'x-segue-attachment')?.value
    expect(files.get(attachment ?? '')?.toString()).toBe('proof')
  })

  it('[D3] holds no secret: no key, token, password or code', async () => {
    const full = await createFullTenant(h, 'B')
    const secrets = await queryAsOwner<{ secret: string }>(
      h.database.ownerUrl,
      `SELECT unnest(array_remove(ARRAY[
         (SELECT encrypted_key FROM ai_provider WHERE tenant_id = $1 AND encrypted_key IS NOT NULL LIMIT 1),
         (SELECT token_hash FROM guest WHERE tenant_id = $1 LIMIT 1),
         (SELECT encrypted_password FROM mailbox WHERE tenant_id = $1 LIMIT 1),
         (SELECT encrypted_headers FROM agent_action WHERE tenant_id = $1 AND encrypted_headers IS NOT NULL LIMIT 1),
         (SELECT token_hash FROM invitation WHERE tenant_id = $1 LIMIT 1)], NULL)) AS secret`,
      [full.tenant.id],
    )
    expect(secrets.length).toBeGreaterThan(2)
    const text = gunzipSync((await archiveOf(full.tenant)).bytes).toString('latin1')
    for (const { secret } of secrets) expect(text.includes(secret)).toBe(false)
    expect(text).not.toMatch(/encrypted_|token_hash|code_hash/)
  })

  it.each([
    ['is cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['is no archive', () => Buffer.from('something else')],
    ['is an archive of something else', () => gzipSync(Buffer.alloc(2048))],
  ])('[D3] that %s moves nothing in and says so', async (_, broken) => {
    const { tenant } = await busyTenant()
    const { bytes } = await archiveOf(tenant)
    const before = await countTenants()
    const failure = await moveArchiveIn(broken(bytes)).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(RunFailure)
    expect((failure as RunFailure).line()).toContain('othing was moved in')
    expect(await countTenants()).toBe(before)
  })

  it('[D3] whose store breaks off in the middle is not taken for damaged: nothing is moved in, and it can be tried again', async () => {
    const { tenant } = await busyTenant()
    const { bytes } = await archiveOf(tenant)
    async function* broken() {
      yield bytes.subarray(0, bytes.length / 2)
      throw unavailable(new Error('other side closed'))
    }
    const before = await countTenants()
    const given = { archive: Readable.from(broken(), { objectMode: false }), by: 'owner@segue.example' }
    await expect(moveIn(h.platform, given, silent)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await countTenants()).toBe(before)
  })

  it('[D3] that unpacks without end moves nothing in and says so', async () => {
    const { tenant } = await h.tenant()
    const { bytes } = await archiveOf(tenant)
    const archive = pack()
    const packed = buffer((archive as unknown as Readable).pipe(createGzip()))
    archive.entry({ name: HEAD_FILE }, (await filesOf(bytes)).get(HEAD_FILE) ?? '')
    archive.entry({ name: 'threads/chat.eml' }, Buffer.alloc(160 * 1024 * 1024))
    archive.finalize()
    const bomb = await packed
    const before = await countTenants()
    const failure = await moveArchiveIn(bomb).catch((error: unknown) => error)
    expect(failure).toMatchObject({ line: m.move_in_too_large })
    expect(await countTenants()).toBe(before)
  })

  it('[D3] moves its files in so that a killed process leaves none behind', async () => {
    const { tenant } = await busyTenant()
    const { bytes } = await archiveOf(tenant)
    const pending = () => h.platform.db.query<{ key: string }>('SELECT storage_key AS key FROM auth.pending_file')
    const during: string[][] = []
    const progress = async () => {
      during.push((await pending()).map(({ key }) => key))
    }
    const given = { archive: Readable.from([bytes]), by: 'owner@segue.example' }
    const moved = await moveIn(h.platform, given, { ...silent, progress })
    const written = during.at(-1) ?? []
    expect(written).toHaveLength(1)
    // Their rows are committed: they stay.
    expect(await pending()).toEqual([])
    const files = await queryAsOwner(h.database.ownerUrl, 'SELECT storage_key AS key FROM file WHERE tenant_id = $1', [
      moved.tenantId,
    ])
    expect(files).toEqual(written.map((key) => ({ key })))
  })

  it('[D3] with a changed row or attachment moves nothing in and names what was changed', async () => {
    const { tenant } = await busyTenant()
    const files = await filesOf((await archiveOf(tenant)).bytes)
    for (const prefix of ['tables/ticket/', 'attachments/file/']) {
      const changed = [...files].map(([name, bytes]): [string, Buffer] => [
        name,
        name.startsWith(prefix) ? Buffer.from(bytes.toString('latin1').replace(/proof/, 'prooF'), 'latin1') : bytes,
      ])
      const before = await countTenants()
      const failure = await moveArchiveIn(await packed(changed)).catch((error: unknown) => error)
      expect((failure as RunFailure).line(), prefix).toContain(prefix)
      expect(await countTenants()).toBe(before)
    }
  })

  it('[D3] brings its people along: an account here by its address, else a new one without a password', async () => {
    const { tenant, member } = await busyTenant()
    const { bytes } = await archiveOf(tenant)
    // As on another installation: the address has another account there.
    const moved = `${randomUUID()}@elsewhere.example`
    await queryAsOwner(h.database.ownerUrl, 'UPDATE auth."user" SET email = $2 WHERE id = $1 RETURNING 1', [
      member.actor.userId,
      moved,
    ])
    const { tenantId, contentHash } = await moveArchiveIn(bytes)
    const [row] = await queryAsOwner<{ user_id: string; email: string; has_password: boolean }>(
      h.database.ownerUrl,
      `SELECT m.user_id, m.email, EXISTS (SELECT 1 FROM auth.account a WHERE a.user_id = m.user_id) AS has_password
       FROM member m JOIN auth."user" u ON u.id = m.user_id AND u.email = m.email WHERE m.tenant_id = $1`,
      [tenantId],
    )
    expect(row).toMatchObject({ email: member.email, has_password: false })
    expect(row?.user_id).not.toBe(member.actor.userId)
    expect(await hashOf(tenantId)).toBe(contentHash)
    expect(Manifest.parse(JSON.parse((await filesOf(bytes)).get('manifest.json')?.toString() ?? '')).contentHash).toBe(
      contentHash,
    )
  })
})

async function packed(files: readonly [string, Buffer][]): Promise<Buffer> {
  const archive = pack()
  for (const [name, bytes] of files) archive.entry({ name }, bytes)
  archive.finalize()
  const out = new PassThrough()
  archive.pipe(out)
  const chunks: Buffer[] = []
  for await (const chunk of out) chunks.push(chunk as Buffer)
  return gzipSync(Buffer.concat(chunks))
}
