import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { downloadGuestFile, uploadGuestFile } from '#contracts/conversation/file.ts'
import { startBucket } from '#server/platform/files/stores/bucket.fixture.ts'
import { connectProvider } from '#server/provider/fixture.ts'
import { clientOf, pathOf } from '#test/client.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { freePort, startProcess } from '#test/proof/server-process.ts'
import type { Writer } from '#test/proof/writes.ts'
import { smtpSink } from '#test/smtp-sink.ts'
import { startStandin } from '#test/standin/server.ts'
import { isAnswered } from './ask.ts'
import { type SlowProxy, startSlowProxy } from './bus/slow-proxy.ts'
import type { Proved, Scale } from './parts.ts'
import { startPrimary } from './postgres.ts'
import { cleaningUp, type Later, passingFolder } from './programs.ts'
import { nodeSettings, prepareSite, type Site, settled } from './site.ts'
import { underLoad } from './under-load.ts'

/** While something outside fails, and after it works again. */
const ANSWERED_MS = 10_000
const AWAY_MS = 6000
const LATE_MS = 400
const SETTLED_MS = 180_000

type Outside = 'file store' | 'mail server' | 'AI provider'
type Way = { name: Outside; proxy: SlowProxy; settings: Record<string, string> }

const FAULTS: readonly { name: string; begin(proxy: SlowProxy): void; end(proxy: SlowProxy): void }[] = [
  { name: 'cut off', begin: (proxy) => proxy.cut(true), end: (proxy) => proxy.cut(false) },
  { name: 'silent', begin: (proxy) => answer(proxy, 'nothing'), end: (proxy) => answer(proxy, 'whole') },
  { name: 'answering garbage', begin: (proxy) => answer(proxy, 'garbage'), end: (proxy) => answer(proxy, 'whole') },
  { name: `${LATE_MS} ms late`, begin: (proxy) => delay(proxy, LATE_MS), end: (proxy) => delay(proxy, 0) },
]

const answer = (proxy: SlowProxy, answers: SlowProxy['answers']): void => {
  proxy.answers = answers
}
const delay = (proxy: SlowProxy, delayMs: number): void => {
  proxy.delayMs = delayMs
}

/** The file store, the mail server and the AI provider fail, one way after the other, while customers write and send files. */
export async function* proveOutside(scale: Scale): AsyncIterable<Proved> {
  yield* await cleaningUp(async (later) => {
    const folder = await passingFolder('outside', later)
    const database = await startPrimary(folder)
    later(database.stop)
    const ways = await startOutside(folder, later)
    const settings = Object.assign({ DATABASE_URL: database.ownerUrl }, ...ways.map((way) => way.settings))
    const site = await prepareSite(nodeSettings(0, folder, settings), scale.clients + 1, (tenant) =>
      connectProvider(tenant, 'openai', { key: 'a-key' }),
    )
    const asking = site.writers.pop() as Writer
    const node = await startProcess(nodeSettings(await freePort(), folder, settings))
    later(async () => {
      node.child.kill('SIGTERM')
      await node.exited
    })
    // A customer sends files once there is a chat.
    await isAnswered(site, node.url, asking, ANSWERED_MS)
    const files = createFiles(site, node.url, asking)
    const proved: Proved[] = []
    for (const { name, proxy } of ways) {
      for (const fault of FAULTS) {
        const figures = await failOnce({ site, url: node.url, asking, files }, `${name} ${fault.name}`, {
          begin: () => fault.begin(proxy),
          end: () => fault.end(proxy),
        })
        proved.push(...figures)
        scale.print(`  ${name} ${fault.name}: done`)
      }
    }
    return [
      ...proved,
      await files.lost(),
      ...(await settled(site, database.ownerUrl, SETTLED_MS)),
      await mailsLeft(database),
    ]
  })
}

async function startOutside(folder: string, later: Later): Promise<Way[]> {
  const stored = join(folder, 'bucket')
  await mkdir(stored)
  const bucket = await startBucket(stored)
  later(bucket.stop)
  const mails = await smtpSink()
  later(mails.stop)
  const models = await startStandin()
  later(models.stop)
  const wayTo = async (url: string): Promise<SlowProxy> => {
    const proxy = await startSlowProxy(Number(new URL(url).port))
    later(proxy.close)
    return proxy
  }
  const [files, mail, ai] = [await wayTo(bucket.origin), await wayTo(mails.url), await wayTo(models.url)]
  return [
    {
      name: 'file store',
      proxy: files,
      settings: { S3_URL: `http://S3RVER:S3RVER@127.0.0.1:${files.port}/files` },
    },
    { name: 'mail server', proxy: mail, settings: { SMTP_URL: `smtp://127.0.0.1:${mail.port}` } },
    { name: 'AI provider', proxy: ai, settings: { AI_ORIGIN: `http://127.0.0.1:${ai.port}` } },
  ]
}

type Running = { site: Site; url: string; asking: Writer; files: ReturnType<typeof createFiles> }

const failOnce = ({ site, url, asking, files }: Running, name: string, fault: { begin(): void; end(): void }) =>
  underLoad({ site, url }, name, async () => {
    fault.begin()
    const during = files.sendFor(AWAY_MS)
    const meanwhile = await answered(site, url, asking, 'a question is answered meanwhile')
    const sent = await during
    fault.end()
    const after = await answered(site, url, asking, 'a question is answered afterwards')
    return [meanwhile, sent, after, await files.sendFor(1000)]
  })

async function answered(site: Site, url: string, asking: Writer, figure: string): Promise<Proved> {
  const since = performance.now()
  const works = await isAnswered(site, url, asking, 3 * ANSWERED_MS)
  const ms = Math.round(performance.now() - since)
  const value = works ? `${ms} ms` : 'never'
  return { figure: `${figure} (at most ${ANSWERED_MS / 1000} s)`, value, isGood: works && ms <= ANSWERED_MS }
}

/** Files that one customer sends, and what became of those that were acknowledged. */
function createFiles({ slug }: Site, url: string, { token }: Writer) {
  const guest = clientOf(url, { authorization: `Bearer ${token}` })
  const acknowledged = new Map<string, string>()
  const send = async (): Promise<string> => {
    const text = `file ${crypto.randomUUID()} `.repeat(50)
    const form = new FormData()
    form.append('file', new Blob([text]), 'note.txt')
    const path = pathOf(uploadGuestFile, { params: { slug } })
    const response = await guest.raw(path, { method: 'POST', body: form }).catch(() => null)
    if (response?.status === 201) acknowledged.set(((await response.json()) as { id: string }).id, text)
    return String(response?.status ?? 'no reply')
  }
  return {
    sendFor: async (ms: number): Promise<Proved> => {
      const counts = new Map<string, number>()
      let longest = 0
      for (const until = performance.now() + ms; performance.now() < until; await sleep(200)) {
        const began = performance.now()
        const status = await send()
        longest = Math.max(longest, performance.now() - began)
        counts.set(status, (counts.get(status) ?? 0) + 1)
      }
      const value = [...counts].map(([status, count]) => `${status}: ${count}`).join(', ')
      return {
        figure: 'replies to files',
        value: `${value}; the longest took ${Math.round(longest)} ms`,
        isGood: [...counts.keys()].every((status) => status === '201' || status === '503'),
      }
    },
    lost: async (): Promise<Proved> => {
      let lost = 0
      for (const [fileId, text] of acknowledged) {
        const response = await guest.raw(pathOf(downloadGuestFile, { params: { slug, fileId } }))
        if (response.status !== 200 || (await response.text()) !== text) lost += 1
      }
      const value = `${acknowledged.size}, ${lost}`
      return { figure: 'acknowledged files, lost', value, isGood: acknowledged.size > 0 && lost === 0 }
    },
  }
}

/** Mails that were not sent, or that failed for good. */
async function mailsLeft({ ownerUrl }: { ownerUrl: string }): Promise<Proved> {
  const [row] = await queryAsOwner<{ sent: number; left: number }>(
    ownerUrl,
    `SELECT count(*) FILTER (WHERE status = 'sent')::int AS sent, count(*) FILTER (WHERE status IN ('pending', 'failed'))::int AS left FROM email_notification`,
  )
  const value = `${row?.sent}, ${row?.left}`
  return { figure: 'mails sent, left or failed', value, isGood: (row?.sent ?? 0) > 0 && row?.left === 0 }
}
