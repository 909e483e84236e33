import { setTimeout as wait } from 'node:timers/promises'
import { connect } from '@nats-io/transport-node'
import {
  getGuestConversation,
  sendGuestMessage,
  startConversation,
  streamGuestConversation,
} from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, MessageId } from '#contracts/ids.ts'
import { makeGuest } from '#server/customer/fixture.ts'
import { makeTenant } from '#server/tenant/fixture.ts'
import { clientOf, pathOf } from '#test/client.ts'
import type { Proved } from '#test/proof/scale/parts.ts'
import { type Follower, follow } from './follow.ts'
import { type NatsServer, startNats } from './nats-server.ts'
import { startNodes } from './nodes.ts'
import { type SlowProxy, startSlowProxy } from './slow-proxy.ts'

const NODES = 3
const MESSAGES = 60
const EVERY_MS = 150
/** The fault begins after this message and is over after that one. */
const FROM = 10
const UNTIL = 45
/** So long after its last message everything must be there. */
const LATEST_MS = 15_000

type Scene = { nats: NatsServer; proxies: SlowProxy[] }
type Fault = {
  name: string
  begin(scene: Scene): Promise<unknown> | unknown
  end(scene: Scene): Promise<unknown> | unknown
}

/** What a machine between the nodes may do to the bus; each while messages are written on every node. */
const FAULTS: readonly Fault[] = [
  { name: 'none', begin: () => undefined, end: () => undefined },
  { name: 'NATS server killed, then started', begin: ({ nats }) => nats.kill(), end: ({ nats }) => nats.start() },
  { name: 'NATS server frozen', begin: ({ nats }) => nats.freeze(), end: ({ nats }) => nats.thaw() },
  {
    name: 'one node cut off from it',
    begin: ({ proxies }) => proxies[1]?.cut(true),
    end: ({ proxies }) => proxies[1]?.cut(false),
  },
  {
    name: 'one node 400 ms late',
    begin: ({ proxies }) => slow(proxies[2], 400),
    end: ({ proxies }) => slow(proxies[2], 0),
  },
  { name: 'everything twice, and garbage', begin: repeatEverything, end: () => endRepeat?.() },
]

const slow = (proxy: SlowProxy | undefined, delayMs: number): void => {
  if (proxy) proxy.delayMs = delayMs
}

let endRepeat: (() => Promise<void>) | undefined

/** A bad client on the NATS server: says everything again, and what is no message. */
async function repeatEverything({ nats }: Scene): Promise<void> {
  const connection = await connect({ servers: nats.url })
  const said = new Set<string>()
  connection.subscribe('segue.>', {
    callback: (_, message) => {
      const text = message.string()
      if (said.has(text)) return
      said.add(text)
      connection.publish(message.subject, text)
      connection.publish(message.subject, '{"from":1}')
      connection.publish(message.subject, 'no JSON')
    },
  })
  endRepeat = () => connection.close()
}

/** Counts what the NATS server carries until it is asked: that events do not come by another way. */
async function countCarried({ url }: NatsServer): Promise<() => Promise<Proved>> {
  const connection = await connect({ servers: url })
  let carried = 0
  connection.subscribe('segue.>', {
    callback: () => {
      carried += 1
    },
  })
  return async () => {
    await connection.close()
    return { figure: 'messages carried by NATS without a fault', value: String(carried), isGood: carried >= MESSAGES }
  }
}

/** Three nodes on one database and one NATS server; a chat followed on each while the bus fails. */
export async function proveBusFaults(): Promise<Proved[]> {
  const nats = await startNats()
  const proxies = await Promise.all(Array.from({ length: NODES }, () => startSlowProxy(Number(new URL(nats.url).port))))
  const nodes = await startNodes(proxies.map(({ port }) => ({ NATS_URL: `nats://127.0.0.1:${port}` })))
  const proved: Proved[] = []
  try {
    const [first] = nodes.servers
    if (!first) throw new Error('there is no node')
    const { tenant, slug } = await makeTenant(first.platform)
    const carried = await countCarried(nats)
    for (const fault of FAULTS) {
      const { token } = await makeGuest(tenant)
      const clients = nodes.servers.map(({ platform }) =>
        clientOf(platform.baseUrl, { authorization: `Bearer ${token}` }),
      )
      proved.push(...(await proveFault(fault, { nats, proxies }, { clients, slug })))
      if (fault.name === 'none') proved.push(await carried())
    }
  } finally {
    await nodes.stop()
    for (const proxy of proxies) await proxy.close()
    await nats.kill()
  }
  return proved
}

type Chat = { clients: ReturnType<typeof clientOf>[]; slug: string }

async function proveFault(fault: Fault, scene: Scene, { clients, slug }: Chat): Promise<Proved[]> {
  const [client] = clients
  if (!client) return []
  const id = crypto.randomUUID() as ConversationId
  await client.call(startConversation, { params: { slug }, body: { id, context: 'general' } })
  const params = { slug, conversationId: id }
  const { conversation } = await client.call(getGuestConversation, { params })
  const path = pathOf(streamGuestConversation, { params, query: { after: conversation.seq } })
  const followers = clients.map((one) => follow(one, path, String(conversation.seq)))
  const written = new Map<string, number>()
  await wait(3000)
  for (let n = 0; n < MESSAGES; n += 1) {
    if (n === FROM) await fault.begin(scene)
    if (n === UNTIL) await fault.end(scene)
    const body = `m${n}`
    const at = performance.now()
    await clients[n % clients.length]?.call(sendGuestMessage, {
      params,
      body: { id: crypto.randomUUID() as MessageId, body, fileIds: [] },
    })
    written.set(body, at)
    await wait(EVERY_MS)
  }
  const isWhole = ({ seen }: Follower) => seen.filter(({ body }) => written.has(body)).length >= MESSAGES
  for (const end = performance.now() + LATEST_MS; performance.now() < end && !followers.every(isWhole); ) await wait(50)
  for (const one of followers) await one.stop()
  return judge(fault.name, followers, written)
}

function judge(name: string, followers: readonly Follower[], written: ReadonlyMap<string, number>): Proved[] {
  const own = followers.map(({ seen }) => seen.filter(({ body }) => written.has(body)))
  const missing = own.map((seen) => written.size - new Set(seen.map(({ body }) => body)).size)
  const doubled = own.map((seen) => seen.length - new Set(seen.map(({ body }) => body)).size)
  const order = own.map((seen) => seen.map(({ body }) => body).join() === [...written.keys()].join())
  const late = own.flatMap((seen) => seen.map(({ body, at }) => at - (written.get(body) ?? at))).sort((a, b) => a - b)
  const at = (share: number) => `${Math.round(late[Math.floor(late.length * share)] ?? 0)} ms`
  const reconnects = followers.map(({ reconnects: count }) => count).join(' ')
  return [
    {
      figure: `${name}: missing, doubled and in order on ${followers.length} nodes`,
      value: `${missing.join(' ')}, ${doubled.join(' ')}, ${order.join(' ')}; p50 ${at(0.5)}, p95 ${at(0.95)}, slowest ${at(1 - 1e-9)}; streams begun anew ${reconnects}`,
      isGood: [...missing, ...doubled].every((count) => count === 0) && order.every(Boolean),
    },
  ]
}
