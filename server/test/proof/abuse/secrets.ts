import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { listAgents } from '#contracts/agent/agent.ts'
import { createAgentAction } from '#contracts/agent/agent-action.ts'
import { requestPasswordReset } from '#contracts/identity/account.ts'
import { signIn } from '#contracts/identity/session.ts'
import { setUpTwoFactor } from '#contracts/identity/two-factor.ts'
import { saveMailServer, testMailServer } from '#contracts/notification/mail-server.ts'
import { saveApiSettings } from '#contracts/provider/api-settings.ts'
import { inviteMember } from '#contracts/team/invitation.ts'
import { writeBackup } from '#server/cli/backup.ts'
import { allRoutes } from '#server/domains.ts'
import { PASSWORD } from '#server/identity/fixture.ts'
import { folderStore } from '#server/platform/files/stores/folder-store.ts'
import type { TestClient } from '#test/client.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { exactly, type Figure } from './figures.ts'
import { json, linkTo, OPERATOR_SECRETS, type Site, until } from './site.ts'

type Secrets = Record<string, string>

/** Whether a secret of the operator, of a business or of a person can be read again: in a reply, the log, the audit export or a backup. */
export async function secrets(site: Site): Promise<Figure[]> {
  const { owner, given } = await giveSecrets(site)
  const platformOwner = await site.platformOwner()
  const replies = [...(await readAll(owner)), ...(await readAll(platformOwner)), ...(await failures(owner, given))]
  const places = {
    replies: replies.join('\n'),
    'the log': site.lines.join('\n'),
    'a backup without the key': await backup(site),
  }
  const all = { ...OPERATOR_SECRETS, ...given }
  return Object.entries(places).map(([place, text]) => {
    const found = Object.entries(all).filter(([, secret]) => formsOf(secret).some((form) => text.includes(form)))
    const names = found.length > 0 ? ` (${found.map(([name]) => name).join(', ')})` : ''
    return exactly(`of ${Object.keys(all).length} secrets readable in ${place}${names}`, found.length, 0)
  })
}

const formsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('hex'),
]

/** Secrets that a business and a person enter or receive by the routes of the product. */
async function giveSecrets(site: Site): Promise<{ owner: TestClient; given: Secrets }> {
  const { owner } = await site.business()
  const given: Secrets = {
    'password of a business’s mail server': `canary-own-smtp-${randomUUID()}`,
    'key of an AI provider': `sk-canary-${randomUUID()}`,
    'header of an action': `canary-header-${randomUUID()}`,
    'password of the account': PASSWORD,
    'master key': site.platform.masterKey.export().toString('base64'),
  }
  await ok(owner.raw(saveMailServer.path, json('PUT', mailServer(given['password of a business’s mail server']))))
  await owner.raw(testMailServer.path, { method: 'POST' })
  const provider = { provider: 'openai', key: given['key of an AI provider'] }
  await ok(owner.raw(saveApiSettings.path, json('PUT', { providers: [provider] })))
  const [agent] = (await owner.call(listAgents, {})).items
  const action = {
    id: randomUUID(),
    name: 'order_status',
    description: 'Reads an order',
    method: 'GET',
    url: 'https://shop.example/orders',
    parameters: [],
    headers: [{ name: 'Authorization', value: given['header of an action'] }],
    needsConfirmation: false,
    isEnabled: true,
  }
  await ok(owner.raw(createAgentAction.path.replace(':agentId', agent?.id ?? ''), json('POST', action)))
  const signedIn = await site
    .stranger()
    .raw(signIn.path, json('POST', { email: owner.email, password: PASSWORD, portal: 'business' }))
  const session = signedIn.headers.getSetCookie().find((line) => !line.startsWith('segue-device-')) ?? ''
  given['token of a session'] = decodeURIComponent(session.split(';')[0]?.split('=')[1] ?? '').split('.')[0] ?? ''
  given['key of the authenticator app'] = (await owner.call(setUpTwoFactor)).key
  await site.stranger().call(requestPasswordReset, { body: { email: owner.email } })
  given['link of a password reset'] = await tokenOf(site, owner.email)
  const email = `s${randomUUID().slice(0, 13)}@example.com`
  await ok(owner.raw(inviteMember.path, json('POST', { id: randomUUID(), email, role: 'agent' })))
  given['link of an invitation'] = await tokenOf(site, email)
  return { owner, given }
}

const mailServer = (password: string | undefined) => ({
  host: 'mail.invalid',
  port: 587,
  security: 'starttls',
  username: 'support',
  password,
  fromAddress: 'support@shop.example',
})

async function ok(request: Promise<Response>): Promise<void> {
  const response = await request
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${text}`)
}

/** The token of the newest mail to an address, once the outbox no longer has its text. */
async function tokenOf(site: Site, email: string): Promise<string> {
  const token = await linkTo(site, email)
  const isSent = async () => {
    const rows = await queryAsOwner(
      site.ownerUrl,
      `SELECT 1 FROM auth.system_mail WHERE "to" = $1 AND status <> 'sent'`,
      [email],
    )
    return rows.length === 0 || undefined
  }
  await until(isSent, 'the end of the mail')
  return token
}

/** Every reply that a caller can read without naming a row. */
async function readAll(who: TestClient): Promise<string[]> {
  const readable = allRoutes
    .map(({ endpoint }) => endpoint)
    .filter(({ method, path, answer }) => method === 'GET' && !path.includes(':') && answer !== 'stream')
  const replies: string[] = []
  for (const { path } of readable) replies.push(await (await who.raw(path)).text())
  return [...replies, await (await who.raw('/metrics')).text(), await (await who.raw('/api/openapi.json')).text()]
}

/** Refused requests that carry the secrets: an error must not repeat what was sent. */
async function failures(who: TestClient, given: Secrets): Promise<string[]> {
  const replies: string[] = []
  for (const secret of Object.values(given)) {
    for (const path of [signIn.path, saveMailServer.path, saveApiSettings.path]) {
      const method = path === signIn.path ? 'POST' : 'PUT'
      const wrong = [{ password: secret, key: { secret } }, `{"password":"${secret}`, secret]
      for (const body of wrong)
        replies.push(
          await (
            await who.raw(path, { ...json(method, body), body: typeof body === 'string' ? body : JSON.stringify(body) })
          ).text(),
        )
    }
  }
  return replies
}

async function backup({ ownerUrl, platform }: Site): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'segue-abuse-backup-'))
  try {
    const file = join(folder, 'backup.tgz')
    const places = { to: folderStore(join(folder, 'files')), from: null }
    await writeBackup({ ownerUrl, places, masterKey: platform.masterKey, withKey: false }, file)
    return gunzipSync(await readFile(file)).toString('latin1')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
