import { chownSync } from 'node:fs'
import { realpath, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { processesIn, signalProcesses } from '#server/platform/db/processes.ts'
import type { Watched } from '#test/proof/scale/haproxy.ts'
import { addressOf, makeProductDatabase, SUPERUSER } from '#test/proof/scale/postgres.ts'
import {
  ACCOUNT,
  endProgram,
  type Later,
  ownFolder,
  programOf,
  runProgram,
  startProgram,
  untilOpen,
} from '#test/proof/scale/programs.ts'
import { freePort } from '#test/proof/server-process.ts'

const NEAR = '127.0.0.1'
const SCOPE = 'segue'
const START_LIMIT_MS = 60_000
/** Seconds: the shortest that Patroni takes. Who does not renew its lead for `ttl` has lost it. */
const TIMES = { ttl: 20, loop_wait: 2, retry_timeout: 5 }

/** A PostgreSQL server with the Patroni that runs it. */
export type Member = Watched & {
  name: string
  /** Patroni and its PostgreSQL. */
  kill(): Promise<void>
  /** Patroni alone; its PostgreSQL goes on. */
  freezePatroni(): void
  isPrimary(): Promise<boolean>
  /** What its Patroni wrote. */
  output(): string
}

export type Cluster = {
  members: readonly [Member, Member]
  /** Asks Patroni to make another member the primary. */
  switchOver(from: Member, to: Member): Promise<void>
}

/** Starts etcd and two servers under Patroni with an empty database of the product; a commit waits for the standby (`synchronous_mode`). */
export async function startCluster(folder: string, later: Later): Promise<Cluster> {
  const etcdPort = await startEtcd(folder, later)
  const one = await startMember('one', folder, etcdPort, later)
  await until('the first server is the primary', one, one.isPrimary)
  await makeProductDatabase(one.port)
  const two = await startMember('two', folder, etcdPort, later)
  await until('the standby follows', two, () => isSynchronous(two))
  const file = join(folder, 'one.yml')
  return {
    members: [one, two],
    switchOver: async (from, to) => {
      const args = ['-c', file, 'switchover', SCOPE, '--master', from.name, '--candidate', to.name, '--force']
      await runProgram(programOf('patronictl', 'patroni'), args)
    },
  }
}

async function startEtcd(folder: string, later: Later): Promise<number> {
  const [port, peerPort] = [await freePort(), await freePort()]
  const [url, peerUrl] = [`http://${NEAR}:${port}`, `http://${NEAR}:${peerPort}`]
  const started = startProgram(programOf('etcd', 'etcd-server'), [
    ...['--name', 'etcd', '--data-dir', await ownFolder('etcd', folder)],
    ...['--listen-client-urls', url, '--advertise-client-urls', url],
    ...[
      '--listen-peer-urls',
      peerUrl,
      '--initial-advertise-peer-urls',
      peerUrl,
      '--initial-cluster',
      `etcd=${peerUrl}`,
    ],
  ])
  later(() => endProgram(started.child))
  await untilOpen(started, port)
  return port
}

async function startMember(name: string, folder: string, etcdPort: number, later: Later): Promise<Member> {
  const [port, checkPort] = [await freePort(), await freePort()]
  const data = join(await ownFolder(name, folder), 'data')
  const file = join(folder, `${name}.yml`)
  await writeFile(file, JSON.stringify(settingsOf({ name, port, checkPort, data, etcdPort })))
  if (ACCOUNT) chownSync(file, ACCOUNT.uid, ACCOUNT.gid)
  const started = startProgram(programOf('patroni', 'patroni python3-etcd'), [file])
  const signalServer = async (signal: 'SIGKILL') => signalProcesses(processesIn(await realpath(data)), signal)
  later(async () => {
    started.child.kill('SIGCONT')
    await endProgram(started.child)
    await signalServer('SIGKILL').catch(() => undefined)
  })
  await untilOpen(started, checkPort)
  return {
    ...{ name, port, checkPort },
    kill: async () => {
      started.child.kill('SIGKILL')
      await signalServer('SIGKILL')
    },
    freezePatroni: () => void started.child.kill('SIGSTOP'),
    isPrimary: () => saysOk(checkPort, '/primary'),
    output: started.output,
  }
}

type Given = { name: string; port: number; checkPort: number; data: string; etcdPort: number }

/** YAML may be JSON. */
function settingsOf({ name, port, checkPort, data, etcdPort }: Given): object {
  const here = (at: number) => `${NEAR}:${at}`
  return {
    ...{ scope: SCOPE, name },
    restapi: { listen: here(checkPort), connect_address: here(checkPort) },
    etcd3: { host: here(etcdPort) },
    bootstrap: {
      dcs: { ...TIMES, synchronous_mode: true, postgresql: { parameters: { max_connections: 200 } } },
      initdb: [{ encoding: 'UTF8' }, { 'auth-host': 'scram-sha-256' }, 'no-sync'],
      pg_hba: ['all', 'replication'].map((what) => `host ${what} all ${NEAR}/32 scram-sha-256`),
    },
    postgresql: {
      ...{ listen: here(port), connect_address: here(port), data_dir: data },
      bin_dir: dirname(programOf('postgres', 'postgresql-15')),
      pgpass: join(dirname(data), 'pgpass'),
      // A copy for a standby does not wait for the next planned checkpoint.
      basebackup: [{ checkpoint: 'fast' }],
      authentication: {
        superuser: { username: SUPERUSER.name, password: SUPERUSER.password },
        replication: { username: 'replicator', password: 'of-the-replicator' },
      },
      parameters: { unix_socket_directories: '', shared_buffers: '64MB', wal_keep_size: '256MB' },
    },
  }
}

const isSynchronous = (member: Member): Promise<boolean> => saysOk(member.checkPort, '/synchronous')

const saysOk = (port: number, path: string): Promise<boolean> =>
  fetch(`http://${NEAR}:${port}${path}`, { signal: AbortSignal.timeout(1000) }).then(
    async (response) => {
      await response.arrayBuffer()
      return response.ok
    },
    () => false,
  )

export async function until(what: string, member: Member, isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + START_LIMIT_MS
  while (!(await isSo())) {
    if (performance.now() > end)
      throw new Error(`After ${START_LIMIT_MS / 1000} s it is not so that ${what}:\n${member.output().slice(-3000)}`)
    await sleep(100)
  }
}

export const databaseOf = ({ port }: Member): string => addressOf(port)
