import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendGuestMessage, startConversation } from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, FaqId, MessageId } from '#contracts/ids.ts'
import { createFaq } from '#contracts/knowledge/faq.ts'
import { MESSAGE_COMPILER } from '#scripts/bootstrap/builds.mjs'
import { clientOf } from '#test/client.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { freePort, type ServerProcess, startProcess } from '#test/proof/server-process.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const FIXTURE = fileURLToPath(new URL('./', import.meta.url))
const CODE = 'qz'

/** The steps that add a language, as docs describe them, on a copy of the product. */
async function addLanguage(copy: string): Promise<void> {
  await cp(join(FIXTURE, CODE), join(copy, 'server/src/language', CODE), { recursive: true })
  await cp(join(FIXTURE, `${CODE}.json`), join(copy, 'messages', CODE, 'assistant.json'))
  await edit(join(copy, 'contracts/languages.ts'), "de: 'German',", `de: 'German',\n  ${CODE}: 'Quenzi',`)
  await edit(join(copy, 'project.inlang/settings.json'), '"de"', `"de", "${CODE}"`)
  for (const part of ['lexicon', 'reader']) {
    const file = join(copy, `server/src/language/${part}s.ts`)
    await edit(file, 'import { ', `import { ${part} as ${CODE} } from './${CODE}/${part}.ts'\nimport { `)
    await edit(file, 'fr, de }', `fr, de, ${CODE} }`)
  }
}

async function edit(file: string, before: string, after: string): Promise<void> {
  const source = await readFile(file, 'utf8')
  if (!source.includes(before)) throw new Error(`${file} does not hold ${before}`)
  await writeFile(file, source.replace(before, after))
}

/** Copies the product to a separate folder and adds a fifth language. */
async function makeCopy(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'segue-language-'))
  for (const path of ['contracts', 'messages', 'project.inlang', 'server/src', 'server/migrations', 'package.json'])
    await cp(join(ROOT, path), join(copy, path), { recursive: true, filter: (file) => !/\.test\.ts$/.test(file) })
  for (const path of ['node_modules', 'dist']) await symlink(join(ROOT, path), join(copy, path))
  await addLanguage(copy)
  await promisify(execFile)(process.execPath, MESSAGE_COMPILER, { cwd: copy })
  return copy
}

let h: Harness
let copy: string
let running: ServerProcess
let shop: TestTenant

beforeAll(async () => {
  // Creates the tenant, its member and its guests only: the copy runs the jobs, since it has the fifth language.
  h = await startHarness({ env: { ROLE: 'web' } })
  copy = await makeCopy()
  const { ownerUrl, appUrl } = h.database
  const env = {
    PORT: String(await freePort()),
    DATA_DIR: join(copy, 'data'),
    DATABASE_URL: ownerUrl,
    DATABASE_APP_URL: appUrl,
    MASTER_KEY: h.platform.masterKey.export().toString('base64'),
    DEMO: 'false',
    AI_ORIGIN: 'http://127.0.0.1:1',
  }
  running = await startProcess(env, join(copy, 'server/src/main.ts'))
  shop = await h.tenant('Tossun')
  // A tenant's custom welcome is in English; the default one is in the browser's language.
  await queryAsOwner(h.database.ownerUrl, `UPDATE tenant SET branding = jsonb_set(branding, '{welcomeMessage}', '""')`)
  const owner = clientOf(running.url, (await h.member(shop, 'owner')).headers)
  await owner.call(createFaq, {
    body: {
      id: crypto.randomUUID() as FaqId,
      question: 'Plonti zorblaki vekkinoro?',
      answer: 'Umprelo drenka zorblaki tessivano.',
      language: CODE as never,
      category: 'General',
      priority: 'medium',
    } as never,
  })
})
afterAll(async () => {
  running?.child.kill()
  await running?.exited
  await h.stop()
  await rm(copy, { recursive: true, force: true })
})

const newGuest = async () => clientOf(running.url, { ...(await h.guest(shop)).headers, 'accept-language': CODE })

/**
 * Opens the chat of a new guest, of whom nothing is remembered, as the portal does: its greeting, and a function that sends a message and
 * returns the answer.
 */
async function openChat() {
  const { slug } = shop
  const guest = await newGuest()
  const id = crypto.randomUUID() as ConversationId
  const { conversation, messages } = await guest.call(startConversation, {
    params: { slug },
    body: { id, context: 'general' },
  })
  const stream = await guest.stream(`/api/portal/${slug}/conversations/${id}/stream?after=${conversation.seq}`)
  const seen = new Set<string>()
  const ask = async (body: string) => {
    await guest.call(sendGuestMessage, {
      params: { slug, conversationId: id },
      body: { id: crypto.randomUUID() as MessageId, body, fileIds: [] },
    })
    const { message } = await stream.waitFor('message.created', ({ message: one }) => {
      return one.author === 'assistant' && !seen.has(one.id)
    })
    seen.add(message.id)
    return message.body
  }
  return { greeting: messages[0]?.body, ask }
}

describe('a fifth language, added as a folder and a message file', () => {
  it('is used for the greeting, small talk, an answer from knowledge and the handover', async () => {
    const { greeting, ask } = await openChat()
    expect(greeting).toMatch(/^Zalviko \w+! /)
    expect(await ask('zalviko thumbrel')).toBe('Zalviko! Plonti Tossun?')
    expect(await ask('mirrokela fuzzandro hestikal')).toBe('Nektu mirrokela Tossun. Umo plonti tos?')
    expect(await ask('plonti zorblaki vekkinoro drenka')).toBe('Umprelo drenka zorblaki tessivano.')
    expect(await ask('krendovo')).toBe('Krendovo tos.')
    expect(await ask('umo vreskar tos klenzipar')).toMatch(/^Vreskar klenzipar Tossun\./)
  })

  it('is detected in a chat that began in another language, and other languages are still detected', async () => {
    const { ask } = await openChat()
    expect(await ask('How high is Mount Everest in the end?')).toMatch(/is not in English/)
    expect(await ask('plonti zorblaki vekkinoro drenka')).toBe('Umprelo drenka zorblaki tessivano.')
    expect(await ask('Wie hoch ist der Mount Everest eigentlich?')).toMatch(/nicht auf Deutsch/)
  })

  it('is used for error texts', async () => {
    const response = await (await newGuest()).raw(`/api/portal/${shop.slug}/nothing`)
    expect(response.status).toBe(404)
    expect(((await response.json()) as { error: { message: string } }).error.message).toBe('Nektu krullo drenka.')
  })
})
