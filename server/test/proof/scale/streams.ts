import { setTimeout as sleep } from 'node:timers/promises'
import { streamGuestConversation } from '#contracts/conversation/guest-conversation.ts'
import { streamDesk } from '#contracts/ticket/desk-stream.ts'
import { pathOf, signInCookie } from '#test/client.ts'
import { openScreens, runStreams } from '#test/load/streams.ts'
import { freePort, residentBytes, type ServerProcess, startProcess } from '#test/proof/server-process.ts'
import { sendPending } from '#test/proof/writes.ts'
import { startNats } from './bus/nats-server.ts'
import type { Proved, Scale } from './parts.ts'
import { startPrimary } from './postgres.ts'
import { cleaningUp, type Later, passingFolder } from './programs.ts'
import { nodeSettings, prepareSite, type Site } from './site.ts'

const NODES = 3
const SCREENS_OF_NODE = 1000
const MOST_P95_MS = 150
const MANY = 10_000
const MOST_MEMORY = 1.2e9
const WRITERS = 20
const METRICS_TOKEN = 'of-the-proof-and-of-nobody-else'

/** A message to 1,000 open desks on each of three nodes through NATS, and the memory of a node with 10,000 open streams. */
export const proveStreams = (scale: Scale): Promise<Proved[]> =>
  cleaningUp(async (later) => {
    const folder = await passingFolder('streams', later)
    const database = await startPrimary(folder)
    later(database.stop)
    const nats = await startNats()
    later(nats.kill)
    const settings = { DATABASE_URL: database.ownerUrl, NATS_URL: nats.url, METRICS_TOKEN }
    const site = await prepareSite(nodeSettings(0, folder, settings), WRITERS)
    const nodes: ServerProcess[] = []
    for (let n = 0; n < NODES; n += 1) nodes.push(await startNode(folder, settings, later))
    scale.print(`  ${NODES} nodes are ready`)
    const [first] = nodes as [ServerProcess]
    await beginThreads(site, first.url)
    return [...(await delivery(site, nodes)), ...(await memory(site, first))]
  })

/** A chat and a ticket of each writer. */
async function beginThreads({ slug, writers, acknowledged }: Site, url: string): Promise<void> {
  for (const writer of writers) {
    const desk = { url, slug, acknowledged }
    await sendPending(desk, writer)
    const id = crypto.randomUUID()
    writer.pending = { kind: 'ticket', id, conversationId: writer.conversationId, text: 'Where is my order?' }
    await sendPending(desk, writer)
  }
}

async function startNode(folder: string, settings: Record<string, string>, later: Later): Promise<ServerProcess> {
  const node = await startProcess(nodeSettings(await freePort(), folder, settings))
  later(async () => {
    node.child.kill('SIGTERM')
    await node.exited
  })
  return node
}

async function delivery(site: Site, nodes: readonly ServerProcess[]): Promise<Proved[]> {
  const [{ url }] = nodes as [ServerProcess]
  const cookie = await signInCookie(url, site.email, site.password)
  const screens = nodes.flatMap((node) =>
    Array.from({ length: SCREENS_OF_NODE }, () => ({ url: node.url, path: streamDesk.path, headers: { cookie } })),
  )
  const { received, missed, duplicated } = await runStreams({
    url,
    screens,
    senders: site.acknowledged
      .filter(({ kind }) => kind === 'ticket')
      .map(({ id }) => ({ conversationId: id, path: `/api/tickets/${id}/messages`, headers: { cookie } })),
    texts: ['It is on its way.'],
    messages: 40,
    perSecond: 2,
    wait: 'message',
    receivers: screens.length,
  })
  return [
    {
      figure: `a message on ${SCREENS_OF_NODE} desks of each of ${NODES} nodes, p95 (at most ${MOST_P95_MS} ms)`,
      value: `${Math.round(received.p95)} ms, median ${Math.round(received.p50)} ms, slowest ${Math.round(received.max)} ms of ${received.count}`,
      isGood: received.p95 <= MOST_P95_MS,
    },
    { figure: 'missed, doubled', value: `${missed}, ${duplicated}`, isGood: missed + duplicated === 0 },
  ]
}

async function memory(site: Site, { url, child }: ServerProcess): Promise<Proved[]> {
  const before = await residentBytes(child.pid)
  const screens = Array.from({ length: MANY }, (_, n) => {
    const { token, conversationId } = site.writers[n % site.writers.length] as Site['writers'][number]
    const params = { slug: site.slug, conversationId }
    return { path: pathOf(streamGuestConversation, { params }), headers: { authorization: `Bearer ${token}` } }
  })
  const close = await openScreens({ url, screens }, () => undefined)
  await sleep(3000)
  const open = await openStreams(url)
  const used = await residentBytes(child.pid)
  close()
  const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
  return [
    {
      figure: `memory of a node with ${MANY.toLocaleString('en')} open streams (at most ${mb(MOST_MEMORY)})`,
      value: `${mb(used)}, ${mb(before)} before; ${open} open`,
      isGood: open >= MANY && used <= MOST_MEMORY,
    },
  ]
}

async function openStreams(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text()
  return Number(/^segue_live_streams(?:\{[^}]*\})? (\d+)/m.exec(text)?.[1] ?? 0)
}
