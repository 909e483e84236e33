import { randomInt, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { requestPasswordReset } from '#contracts/identity/account.ts'
import { addPageDocument } from '#contracts/knowledge/document.ts'
import { importPage } from '#contracts/knowledge/import.ts'
import { saveMailServer, testMailServer } from '#contracts/notification/mail-server.ts'
import { testProvider } from '#contracts/provider/api-settings.ts'
import { inviteMember } from '#contracts/team/invitation.ts'
import { uploadBrandImage } from '#contracts/tenant/branding.ts'
import { allRoutes } from '#server/domains.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { exactly, type Figure } from './figures.ts'
import { countOf, isAccepted, json, linkTo, mailTo, type Site, statusesOf } from './site.ts'

/** What comes from outside and is put into requests, mails, pages or addresses. */
export async function foreignInput(site: Site): Promise<Figure[]> {
  const poisoned = await poisonedHosts(site)
  return [
    exactly('changes that a page of another site causes with a member’s cookie', await foreignOrigins(site), 0),
    exactly('links of mails to a host that the request named', poisoned, 0),
    exactly('mails with a header or recipient of the attacker', await injectedHeaders(site), 0),
    exactly('redirects to another site', await redirects(site), 0),
    exactly('hostile parts of a logo that is stored', await hostileLogo(site), 0),
    exactly(
      'connections to this machine by pages, mail servers and AI servers that a business names',
      await privateAddresses(site),
      0,
    ),
  ]
}

/** Every declared change, with the cookies of an owner, from origins that are nearly the own one. */
async function foreignOrigins({ url, ...site }: Site): Promise<number> {
  const { owner, slug } = await site.business()
  const { host } = new URL(url)
  const origins = [
    'https://evil.example',
    'null',
    `${url}.evil.example`,
    `http://evil.example@${host}`,
    `https://${host}`,
  ]
  const changing = allRoutes.map(({ endpoint }) => endpoint).filter(({ method }) => method !== 'GET')
  let accepted = 0
  for (const { method, path } of changing) {
    const target = path.replace(':slug', slug).replace(/:\w+/g, randomUUID())
    const statuses = await statusesOf(
      origins.map((origin) =>
        owner.raw(target, { ...json(method, {}), headers: { origin, 'content-type': 'application/json' } }),
      ),
    )
    accepted += countOf(statuses, (status) => status !== 403)
  }
  return accepted
}

/** A password reset for somebody, asked with the headers by which a server might believe it has another name. */
async function poisonedHosts(site: Site): Promise<number> {
  const evil = 'evil.example'
  const headers: Record<string, string>[] = [
    { host: evil },
    { host: evil, 'x-forwarded-host': evil },
    { 'x-forwarded-host': evil, 'x-forwarded-proto': 'https' },
    { forwarded: `host=${evil};proto=https` },
    { 'x-host': evil, 'x-original-url': `//${evil}/` },
  ]
  let poisoned = 0
  for (const one of headers) {
    const { owner } = await site.business()
    await postRaw(site.url, requestPasswordReset.path, { email: owner.email }, one)
    await linkTo(site, owner.email)
    const mails = site.mails.filter(({ to }) => to.includes(owner.email))
    if (mails.some(({ raw }) => raw.includes(evil))) poisoned += 1
  }
  return poisoned
}

/** Sends a request with any Host header, which fetch does not. */
function postRaw(url: string, path: string, body: unknown, headers: Record<string, string>): Promise<void> {
  const { hostname, port, host } = new URL(url)
  const text = JSON.stringify(body)
  const lines = Object.entries({
    host,
    'content-type': 'application/json',
    'content-length': String(text.length),
    connection: 'close',
    ...headers,
  })
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    socket.on('error', reject)
    socket.on('close', () => resolve())
    socket.resume()
    socket.write(
      `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${text}`,
    )
  })
}

/** Names and addresses with line breaks that would begin a header or name another recipient. */
async function injectedHeaders(site: Site): Promise<number> {
  const { owner, tenant } = await site.business()
  const breaks = [
    '\r\nBcc: evil@evil.example\r\n',
    '\nBcc: evil@evil.example',
    '\u2028Bcc: evil@evil.example',
    '%0d%0aBcc:evil@evil.example',
    ', evil@evil.example',
    '>, <evil@evil.example',
  ]
  const before = site.mails.length
  const addresses = breaks.map((one, n) => `victim${n}@example.com${one}`)
  await statusesOf(
    addresses.map((email) => owner.raw(inviteMember.path, json('POST', { id: randomUUID(), email, role: 'agent' }))),
  )
  // Past the checks of the routes: what reaches the mailer all the same.
  await tenant.tx((t) => t.sql('UPDATE tenant SET name = $1', [`Name${breaks[0]}`]))
  const email = `clean-${randomUUID().slice(0, 8)}@example.com`
  await owner.raw(inviteMember.path, json('POST', { id: randomUUID(), email, role: 'agent' }))
  await mailTo(site, email)
  const sent = site.mails.slice(before)
  return countOf(
    sent,
    ({ to, raw }) => to.some((one) => one.includes('evil')) || /^Bcc:/im.test(raw.split('\r\n\r\n')[0] ?? ''),
  )
}

async function redirects({ stranger, url }: Site): Promise<number> {
  const targets = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/.//evil.example',
    '/%2f%2fevil.example',
    '/%5cevil.example',
  ]
  const paths = targets.flatMap((to) => [
    to.startsWith('/') ? to : `/${to}`,
    ...['next', 'returnTo', 'redirect', 'url'].map((name) => `/signin?${name}=${encodeURIComponent(to)}`),
  ])
  let foreign = 0
  for (const path of paths) {
    const response = await stranger().raw(path, { redirect: 'manual' })
    await response.arrayBuffer()
    const location = response.headers.get('location')
    if (location && new URL(location, url).origin !== url) foreign += 1
  }
  return foreign
}

const LOGO = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" onload="alert(1)">
<script>alert(2)</script><script xlink:href="https://evil.example/x.js"/>
<foreignObject><iframe src="https://evil.example"/></foreignObject>
<a xlink:href="javascript:alert(3)"><text>&x;</text></a>
<image href="https://evil.example/pixel.png"/><use href="https://evil.example/#a"/>
<style>@import url(https://evil.example/x.css); rect { fill: url(https://evil.example/y) }</style>
<animate attributeName="href" values="javascript:alert(4)"/><set attributeName="onclick" to="alert(5)"/>
<rect width="9" height="9" onclick="alert(6)" style="background:url(//evil.example)"/></svg>`

async function hostileLogo(site: Site): Promise<number> {
  const { owner } = await site.business()
  const form = new FormData()
  form.append('file', new Blob([LOGO], { type: 'image/png' }), 'logo.png')
  const response = await owner.raw(uploadBrandImage.path, { method: 'POST', body: form })
  const { url } = (await response.json()) as { url?: string }
  // Refused altogether is as good as cleaned.
  if (!url) return response.status === 415 ? 0 : -1
  const served = await site.stranger().raw(url)
  const text = await served.text()
  const isSandboxed = served.headers.get('content-security-policy')?.includes('sandbox')
  const hostile = text.match(
    /script|foreignObject|iframe|javascript:|evil\.example|@import|\son\w+=|<!ENTITY|root:|attributeName="(?:href|on)/gi,
  )
  return (hostile?.length ?? 0) + (isSandboxed ? 0 : 1)
}

/** A server on this machine, at a port that outgoing requests may use, that counts who connects. */
async function startInside() {
  // Only Linux answers at every address of 127/8, where this one is surely free.
  const parts = process.platform === 'linux' ? [127, 77, randomInt(256), randomInt(1, 255)] : [127, 0, 0, 1]
  const inside = { address: parts.join('.'), hosts: writingsOf(parts), connections: 0, stop: () => server.close() }
  const server = createServer((_, response) => response.end('<p>inside</p>')).on('connection', (socket) => {
    inside.connections += 1
    socket.destroy()
  })
  await new Promise<void>((ready) => server.listen(PORT, inside.address, ready))
  return inside
}

const PORT = 8080

/** The ways in which an IPv4 address can be written. */
function writingsOf(parts: number[]): string[] {
  const hex = Buffer.from(parts).toString('hex')
  return [
    parts.join('.'),
    `${parts.join('.')}.`,
    String(Number.parseInt(hex, 16)),
    `0x${hex}`,
    parts.map((one) => `0x${one.toString(16)}`).join('.'),
    parts.map((one) => `0${one.toString(8)}`).join('.'),
    `[::ffff:${parts.join('.')}]`,
    `[::ffff:${hex.slice(0, 4)}:${hex.slice(4)}]`,
    `[64:ff9b::${hex.slice(0, 4)}:${hex.slice(4)}]`,
  ]
}

/** Pages to read, a mail server and an AI server that a business names, all at an address of this machine. */
async function privateAddresses(site: Site): Promise<number> {
  const { owner } = await site.business()
  const inside = await startInside()
  let accepted = 0
  try {
    for (const host of inside.hosts) {
      const url = `http://${host}:${PORT}/`
      const server = {
        host: host.replace(/[[\]]/g, ''),
        port: PORT,
        security: 'none',
        username: '',
        fromAddress: 'a@b.example',
      }
      const statuses = await statusesOf([
        owner.raw(importPage.path, json('POST', { id: randomUUID(), url })),
        owner.raw(addPageDocument.path, json('POST', { id: randomUUID(), url, type: 'FAQ' })),
        owner.raw(testProvider.path, json('POST', { provider: 'custom', key: 'k', baseUrl: url })),
        owner.raw(saveMailServer.path, json('PUT', server)),
      ])
      accepted += countOf(statuses, isAccepted)
      await statusesOf([owner.raw(testMailServer.path, { method: 'POST' })])
    }
    // The readers of pages work in jobs.
    await allJobsDone(site)
  } finally {
    inside.stop()
  }
  if (accepted === 0) throw new Error('no address was tried')
  return inside.connections
}

async function allJobsDone({ ownerUrl }: Site): Promise<void> {
  const end = Date.now() + 60_000
  const waiting = `SELECT count(*)::int AS n FROM pgboss.job WHERE state IN ('created', 'active') AND name LIKE 'knowledge%' AND start_after <= now()`
  while (Date.now() < end) {
    const [row] = await queryAsOwner<{ n: number }>(ownerUrl, waiting)
    if (row?.n === 0) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
