import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerProcess } from '#test/proof/server-process.ts'
import type { Follower } from './bus/follow.ts'
import { followChat, type Loaded, startLoad, startReaders } from './load.ts'
import type { Proved } from './parts.ts'
import type { Site } from './site.ts'

/** Between two changes: the load balancer sees a node within two seconds, and that one is gone within four. */
export const SIDE_BY_SIDE_MS = 4000
/** Many of the streams of one node may connect again within this time, not all. */
const SPREAD_MS = 100
/** Of chats that have begun. */
const OPENED_MS = 2000
/** An event that is not there after this time was missed. */
const ARRIVED_MS = 10_000

export type Running = {
  site: Site
  url: string
  nodes: ServerProcess[]
  /** Starts a node at the next port; `main`: the program of another version. */
  start(main?: string): Promise<ServerProcess>
}

/** Does it while customers write and follow their chats through the load balancer. */
export async function underLoad(
  { site, url }: Pick<Running, 'site' | 'url'>,
  name: string,
  change: () => Promise<Proved[]>,
  mayFail = false,
): Promise<Proved[]> {
  const sentBefore = site.acknowledged.length
  const followers = site.writers.map((writer) => followChat(site, url, writer))
  await opened(followers)
  const load = startLoad(site, url)
  const readers = startReaders(site, url)
  await sleep(SIDE_BY_SIDE_MS)
  const proved = await change()
  const read = await readers.stop()
  const loaded = await load.stop()
  const followed = new Set(site.writers.map(({ conversationId }) => conversationId))
  const sent = site.acknowledged
    .slice(sentBefore)
    .filter(({ kind, conversationId }) => kind === 'message' && followed.has(conversationId))
    .map(({ id }) => id)
  await arrived(followers, sent)
  for (const one of followers) await one.stop()
  const figures = [...proved, ...requestFigures({ loaded, read }, mayFail), ...streamFigures(followers, sent)]
  return figures.map((one) => ({ ...one, figure: `${name}: ${one.figure}` }))
}

/** A long chat is not replayed as a whole, so that it is followed before something is written; a chat that has not begun cannot be. */
async function opened(followers: readonly Follower[]): Promise<void> {
  const until = performance.now() + OPENED_MS
  while (followers.some(({ openedAt }) => openedAt.length === 0) && performance.now() < until) await sleep(50)
}

const timesOf = (followers: readonly Follower[], sent: readonly string[]): number[] => {
  const seen = followers.flatMap((one) => one.seen.map(({ id }) => id))
  const counts = Map.groupBy(seen, (id) => id)
  return sent.map((id) => counts.get(id)?.length ?? 0)
}

async function arrived(followers: readonly Follower[], sent: readonly string[]): Promise<void> {
  const until = performance.now() + ARRIVED_MS
  while (timesOf(followers, sent).includes(0) && performance.now() < until) await sleep(100)
}

const requestFigures = (all: { loaded: Loaded; read: Loaded }, mayFail: boolean): Proved[] =>
  Object.entries({ writes: all.loaded, reads: all.read }).map(([name, { statuses, failed, unansweredMs }]) => ({
    figure: `replies to ${name}`,
    value: `${statuses}; the longest took ${Math.round(unansweredMs)} ms`,
    isGood: mayFail || failed === 0,
  }))

function streamFigures(followers: readonly Follower[], sent: readonly string[]): Proved[] {
  const times = timesOf(followers, sent)
  const missed = times.filter((count) => count === 0).length
  const doubled = times.filter((count) => count > 1).length
  const opened = followers.flatMap((one) => one.openedAt.slice(1)).toSorted((a, b) => a - b)
  const together = Math.max(0, ...opened.map((at) => opened.filter((one) => one >= at && one < at + SPREAD_MS).length))
  return [
    {
      figure: 'messages to streams, missed, doubled',
      value: `${sent.length}, ${missed}, ${doubled}`,
      isGood: missed + doubled === 0,
    },
    {
      figure: `streams, opened again, at most within ${SPREAD_MS} ms`,
      value: `${followers.length}, ${opened.length}, ${together}`,
      isGood: true,
    },
  ]
}
