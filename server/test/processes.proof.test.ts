import { rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sendGuestMessage, streamGuestConversation } from '#contracts/conversation/guest-conversation.ts'
import { startGuestSession } from '#contracts/customer/guest-session.ts'
import type { MessageId } from '#contracts/ids.ts'
import { isAlive, waitForEnd } from '#server/platform/db/processes.ts'
import { clientOf, type LiveStream, pathOf } from './client.ts'
import { copyDataFolder, makeDataFolder } from './data-folder.ts'
import { startChat } from './proof/full-tenant.ts'
import { killRounds } from './proof/kill-rounds.ts'
import {
  databaseProcesses,
  endDatabase,
  freePort,
  isReady,
  killProcess,
  memberPids,
  type ServerProcess,
  START_LIMIT_MS,
  startProcess,
} from './proof/server-process.ts'

const SLUG = 'hollowbrook'
/** Only a failing test takes so long, also on a loaded machine: each one starts up to nine processes. */
const TEST_LIMIT_MS = 600_000
const METRICS_TOKEN = 'read-by-the-proof-of-processes'

let dataDir: string
beforeAll(async () => {
  dataDir = await makeDataFolder()
})
afterAll(async () => {
  await endDatabase(dataDir)
  await rm(dataDir, { recursive: true, force: true })
})

/** Starts two web processes on the folder, and a worker unless told otherwise, and waits until they are ready. */
async function start(env: Record<string, string> = {}): Promise<ServerProcess> {
  const given = { PORT: String(await freePort()), DATA_DIR: dataDir, WEB_PROCESSES: '2', METRICS_TOKEN }
  return startProcess({ ...given, LOG_LEVEL: 'info', RATE_FACTOR: '1000', ...env })
}

async function end({ child, exited }: ServerProcess): Promise<void> {
  child.kill('SIGKILL')
  await exited
}

const metricsOf = async ({ url }: ServerProcess) =>
  (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text()

/** The streams that each web process has open. */
async function streamsByProcess(running: ServerProcess): Promise<Record<string, number>> {
  const lines = (await metricsOf(running)).matchAll(/^segue_live_streams\{process="(web \d)"\} (\d+)$/gm)
  return Object.fromEntries([...lines].map(([, name, count]) => [name, Number(count)]))
}

async function openChat({ url }: ServerProcess) {
  const body = { bearer: true }
  const { token } = await clientOf(url).call(startGuestSession, { params: { slug: SLUG }, body })
  const guest = clientOf(url, { authorization: `Bearer ${token}` })
  return { guest, params: (await startChat(guest, SLUG)).params }
}

/**
 * Opens connections until it is stopped, a request on each, one right after the other until it is slowed down; `open` is how many have neither
 * a reply nor an end yet.
 */
function connectRepeatedly({ url }: ServerProcess) {
  let isOver = false
  let pauseMs = 5
  let open = 0
  const connect = () => {
    open += 1
    const request = get(`${url}/livez`, { agent: false }, (response) => response.resume())
    request.on('error', () => undefined)
    request.once('close', () => {
      open -= 1
      if (!isOver) setTimeout(connect, pauseMs)
    })
  }
  for (let n = 0; n < 32; n += 1) connect()
  const slowDown = () => {
    pauseMs = 100
  }
  const stop = () => {
    isOver = true
  }
  return { open: () => open, slowDown, stop }
}

describe('two web processes and a worker', () => {
  let running: ServerProcess
  beforeAll(async () => {
    running = await start()
  }, TEST_LIMIT_MS)
  afterAll(() => end(running))

  it(
    'serve one port: what one process receives reaches the streams of both, and an answer comes from the worker',
    async () => {
      expect(new Set(memberPids(running).values()).size).toBe(3)
      expect(running.output().match(/ready at/g)).toHaveLength(1)
      expect(running.output().match(/support link/g)).toHaveLength(3)
      const { guest, params } = await openChat(running)
      const path = pathOf(streamGuestConversation, { params, query: { after: 0 } })
      const streams: LiveStream[] = []
      await expect
        .poll(async () => {
          streams.push(await guest.stream(path))
          return streamsByProcess(running)
        })
        .toEqual({ 'web 1': expect.toSatisfy((count) => count > 0), 'web 2': expect.toSatisfy((count) => count > 0) })
      const question = { id: crypto.randomUUID() as MessageId, body: 'What are your opening hours?', fileIds: [] }
      await guest.call(sendGuestMessage, { params, body: question })
      for (const stream of streams) {
        await stream.waitFor('message.created', ({ message }) => message.id === question.id)
        await stream.waitFor(
          'message.created',
          ({ message }) => message.author === 'assistant' && message.kind === 'text',
        )
      }
      for (const stream of streams) stream.close()
      const answers =
        /^segue_job_runs_total\{process="worker",job="assistant\.answerConversation",outcome="done"\} [1-9]/m
      await expect.poll(async () => answers.test(await metricsOf(running))).toBe(true)
      expect(await metricsOf(running)).not.toMatch(/segue_job_runs_total\{process="web/)
    },
    TEST_LIMIT_MS,
  )

  it(
    'are not ready while a web process is replaced, and ready again with another in its place; no connection stays open without a reply',
    async () => {
      const before = memberPids(running)
      const connecting = connectRepeatedly(running)
      process.kill(before.get('web 2') as number, 'SIGKILL')
      await expect.poll(() => isReady(running.url), { interval: 5, timeout: START_LIMIT_MS }).toBe(false)
      connecting.slowDown()
      // A request that ended with the process counts as not ready too, before the supervisor has seen that the process is gone.
      await expect
        .poll(() => memberPids(running).get('web 2'), { timeout: START_LIMIT_MS })
        .not.toBe(before.get('web 2'))
      await expect.poll(() => isReady(running.url), { timeout: START_LIMIT_MS }).toBe(true)
      expect(memberPids(running).get('web 1')).toBe(before.get('web 1'))
      connecting.stop()
      await expect.poll(connecting.open, { timeout: START_LIMIT_MS }).toBe(0)
    },
    TEST_LIMIT_MS,
  )

  it(
    'end when the process that started them is killed',
    async () => {
      const pids = [...memberPids(running).values()]
      await killProcess(running, dataDir, false)
      for (const pid of pids) expect(await waitForEnd(pid, START_LIMIT_MS), `process ${pid}`).toBe(true)
    },
    TEST_LIMIT_MS,
  )
})

it(
  'several processes end with the reason when one cannot start any more, and leave no process',
  async () => {
    const running = await start({ ROLE: 'web' })
    try {
      await writeFile(join(dataDir, 'master.key'), 'damaged')
      const members = memberPids(running)
      process.kill(members.get('web 2') as number, 'SIGKILL')
      expect(await running.exited).toBe(1)
      expect(running.output()).toMatch(/The process web 2 ended 6 times in a row.+does not hold 32 bytes/)
      expect([...members.values()].filter(isAlive)).toEqual([])
      expect(await databaseProcesses(dataDir)).toEqual([])
    } finally {
      await end(running)
    }
  },
  TEST_LIMIT_MS,
)

it(
  'acknowledged writes are neither lost nor duplicated when a web process is killed under load, and another replaces it; a stop afterwards leaves no process',
  async () => {
    const log: string[] = []
    const folder = await copyDataFolder(inject('preparedDataFolder'))
    const options = { rounds: 2, clients: 24, seed: 11, endLeases: true, log: (text: string) => log.push(text) }
    const killed = await killRounds({ ...options, dataDir: folder, webProcesses: 2 })
    process.stdout.write(`  ${killed.acknowledged} acknowledged over 2 kills of a web process\n`)
    expect(killed.lost).toEqual([])
    expect(killed.duplicated).toEqual([])
    expect(killed.unanswered).toBe(0)
    expect(killed.stop).toEqual({ code: 0, left: [] })
    expect(killed.acknowledged, log.join('\n')).toBeGreaterThan(50)
  },
  TEST_LIMIT_MS,
)
