import { chownSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { freePort } from '#test/proof/server-process.ts'
import { type DatabaseServer, isPrimary } from './postgres.ts'
import { ACCOUNT, endProgram, type Later, ownFolder, programOf, startProgram, untilOpen } from './programs.ts'

const SHIPPED = new URL('../../../../ops/haproxy-postgresql.cfg', import.meta.url)

/** A PostgreSQL server and where it is asked whether it is the primary. */
export type Watched = { port: number; checkPort: number }

/** Answers beside a server as Patroni does: 200 where it is the primary. */
export async function watched(server: DatabaseServer, later: Later): Promise<Watched> {
  const http = createServer((_, response) => {
    isPrimary(server).then((isIt) => response.writeHead(isIt ? 200 : 503).end())
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  later(async () => http.close())
  return { port: server.port, checkPort: (http.address() as AddressInfo).port }
}

/** Starts HAProxy with the shipped settings before some servers: its port leads to the one that is the primary. */
export async function startProxy(servers: readonly Watched[]): Promise<{ port: number; stop(): Promise<void> }> {
  const port = await freePort()
  const lines = servers.map((one, n) => `  server s${n} 127.0.0.1:${one.port} port ${one.checkPort}`)
  const shipped = await readFile(SHIPPED, 'utf8')
  const settings = shipped
    .replace(/bind \S+/, `bind 127.0.0.1:${port}`)
    .replace(/( {2}server .*\n)+/, `${lines.join('\n')}\n`)
  return { port, stop: await startHaproxy(settings, port) }
}

/** Starts HAProxy with some settings and waits for a port of them; the result ends it. */
async function startHaproxy(settings: string, port: number): Promise<() => Promise<void>> {
  const file = join(await ownFolder('haproxy'), 'haproxy.cfg')
  await writeFile(file, settings)
  if (ACCOUNT) chownSync(file, ACCOUNT.uid, ACCOUNT.gid)
  const started = startProgram(programOf('haproxy', 'haproxy'), ['-db', '-f', file])
  await untilOpen(started, port)
  return () => endProgram(started.child)
}

const SHIPPED_BALANCER = new URL('../../../../deploy/haproxy/haproxy.cfg', import.meta.url)

/** Starts HAProxy with the shipped settings before nodes, whether they run already or not: each gets requests while it says that it is ready. */
export async function startBalancer(ports: readonly number[]): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort()
  const servers = ports.map((one) => `  server at-${one} 127.0.0.1:${one}`)
  const settings = (await readFile(SHIPPED_BALANCER, 'utf8'))
    .replace(/bind \S+/, `bind 127.0.0.1:${port}`)
    .replace(/^resolvers docker\n( {2}.*\n)+/m, '')
    .replace(/ resolvers docker init-addr \S+/, '')
    .replace(/( {2}server .*\n)+/, `${servers.join('\n')}\n`)
  return { url: `http://127.0.0.1:${port}`, stop: await startHaproxy(settings, port) }
}
