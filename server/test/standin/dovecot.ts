import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { MailServer } from './imap.ts'

const PROGRAM = '/usr/sbin/dovecot'
/** Whom it runs as where the tests run as root: Debian's `nobody` and `nogroup`. */
const NOBODY = { uid: 65_534, gid: 65_534, user: 'nobody', group: 'nogroup' }
const READY_WITHIN_MS = 10_000

type Owner = { uid: number; gid: number; user: string; group: string }
type Place = { folder: string; owner: Owner; inbox: string }

export const isDovecotInstalled = (): boolean => existsSync(PROGRAM)

function ownerOf(): Owner {
  const { uid, gid, username } = userInfo()
  return uid === 0 ? NOBODY : { uid, gid, user: username, group: String(gid) }
}

/** Everything in its own folder, on this machine only, without a right that its user has not: no chroot, no other user. */
const configOf = ({ folder, owner: { uid, gid, user, group } }: Place, port: number): string => `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
default_internal_user = ${user}
default_internal_group = ${group}
default_login_user = ${user}
first_valid_uid = 1
mail_location = maildir:${folder}/mail
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}
}
service imap-login {
  chroot =
  inet_listener imap {
    address = 127.0.0.1
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
`

/** A mailbox of Debian's Dovecot, of a user `ada` with the password `secret`. Throws where it does not begin to listen. */
export async function startDovecot(raws: readonly string[] = []): Promise<MailServer> {
  const folder = await mkdtemp(join(tmpdir(), 'segue-imap-'))
  const place = { folder, owner: ownerOf(), inbox: join(folder, 'mail') }
  await chmod(folder, 0o700)
  chownSync(folder, place.owner.uid, place.owner.gid)
  const write = (name: string, text: string) => writeOwned(place, join(folder, name), text)
  const port = await freePort()
  write('dovecot.conf', configOf(place, port))
  write('users', 'ada:{PLAIN}secret\n')
  makeInbox(place, raws)
  const { uid, gid } = place.owner
  const program = spawn(PROGRAM, ['-F', '-c', join(folder, 'dovecot.conf')], { uid, gid, stdio: 'ignore' })
  const stop = async () => {
    await end(program)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await listens(port, program)
    return serverOf(place, await proxyTo(port), stop)
  } catch (error) {
    const log = existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8') : ''
    await stop()
    throw new Error(`Dovecot does not listen: ${log}`, { cause: error })
  }
}

function serverOf(place: Place, proxy: Proxy, stop: () => Promise<void>): MailServer {
  return {
    name: 'Dovecot',
    port: proxy.port,
    deliver: (raw) => deliver(place, raw),
    flags: () => [
      ...mailsIn(place, 'cur').map((name) => (/:2,\w*S/.test(name) ? ['\\Seen'] : [])),
      ...mailsIn(place, 'new').map(() => []),
    ],
    replaceInbox: async (uidValidity, raws) => {
      proxy.cut()
      // What served the connection stores what it knows of the folder.
      await wait(500)
      makeInbox(place, raws, uidValidity)
    },
    connections: proxy.connections,
    cut: proxy.cut,
    stop: async () => {
      await proxy.stop()
      await stop()
    },
  }
}

function writeOwned({ owner }: Place, path: string, text: string): void {
  writeFileSync(path, text, { encoding: 'latin1', mode: 0o600 })
  chownSync(path, owner.uid, owner.gid)
}

/** An empty folder, under a numbering of its own where one is given, with these mails. */
function makeInbox(place: Place, raws: readonly string[], uidValidity?: number): void {
  const { inbox, owner } = place
  rmSync(inbox, { recursive: true, force: true })
  for (const path of [inbox, ...['cur', 'new', 'tmp'].map((name) => join(inbox, name))]) {
    mkdirSync(path, { mode: 0o700 })
    chownSync(path, owner.uid, owner.gid)
  }
  if (uidValidity)
    writeOwned(place, join(inbox, 'dovecot-uidlist'), `3 V${uidValidity} N1 G${'0'.repeat(31)}${uidValidity % 10}\n`)
  for (const raw of raws) deliver(place, raw)
}

let delivered = 0

/** As a mail transfer agent delivers into a Maildir: written aside, then renamed. */
function deliver(place: Place, raw: string): void {
  delivered += 1
  const name = `${Math.floor(Date.now() / 1000)}.M${String(delivered).padStart(6, '0')}.test`
  writeOwned(place, join(place.inbox, 'tmp', name), raw)
  renameSync(join(place.inbox, 'tmp', name), join(place.inbox, 'new', name))
}

const mailsIn = ({ inbox }: Place, part: 'cur' | 'new'): string[] => readdirSync(join(inbox, part)).toSorted()

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function listens(port: number, program: ChildProcess): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS
  while (Date.now() < until && program.exitCode === null) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await Promise.race([
      once(socket, 'connect').then(
        () => true,
        () => false,
      ),
      wait(1000, false),
    ])
    socket.destroy()
    if (isOpen) return
    await wait(50)
  }
  throw new Error('it ended, or took too long')
}

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return
  const ended = once(program, 'exit')
  program.kill('SIGTERM')
  await ended
}

type Proxy = { port: number; connections(): number; cut(): void; stop(): Promise<void> }

/** Between client and server, so that a test can count and cut the connections. */
async function proxyTo(port: number): Promise<Proxy> {
  const clients = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    clients.add(client)
    for (const [one, other] of [[client, upstream] as const, [upstream, client] as const]) {
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.once('close', () => other.destroy())
    }
    client.once('close', () => clients.delete(client))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const client of clients) client.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => clients.size,
    cut,
    stop: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
