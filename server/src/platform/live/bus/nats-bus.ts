import type { Pool } from 'pg'
import type { Log } from '#server/platform/log.ts'
import { type AtCommit, type Bus, createReceivers, type Notification } from './bus.ts'
import { createNatsNode } from './nats-node.ts'
import { createNotifyFallback } from './notify-fallback.ts'
import { CHECK_MS } from './peers.ts'
import { createRecent } from './recent.ts'

/** So long after a node asked the others to send by NOTIFY, they do. */
const ASK_TAKES_MS = 1000

type Parts = { url: string; key: Buffer; log: Log; notify: Bus; subject: () => Promise<string> }

/** Names a database among those that share a NATS server; its standbys have the same name. */
export async function subjectOf(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    'SELECT md5(current_database() || system_identifier) AS name FROM pg_control_system()',
  )
  return `segue.${rows[0]?.name}`
}

/**
 * Carries notifications by a NATS server, right after the commit, so that commits take no lock of the whole database. A message that gets lost
 * is found by its number (peers.ts), and everybody reads again what is stored. A node that the NATS server does not answer sends by NOTIFY
 * and asks the others to do so too; what comes by both ways is delivered once.
 */
export function createNatsBus({ url, key, log, notify, subject }: Parts): Bus {
  const receivers = createReceivers()
  const recent = createRecent()
  const inTurn = oneAfterTheOther(receivers.receive, log)
  const deliver = (id: string, notification: Notification): void => {
    if (recent.isNew(id)) inTurn(notification)
  }
  const node = createNatsNode({ url, key, log, deliver, onGap: receivers.gap })
  const fallback = createNotifyFallback(notify, log, deliver)
  /** By the ways that reach everybody now, which may be others than a moment ago. */
  const send = (id: string, news: readonly Notification[]): void => {
    if (news.length === 0) return
    if (node.isHealthy()) {
      recent.keep(id, news)
      node.send(id, news)
    }
    if (!node.isHealthy() || fallback.isAsked()) fallback.send(id, news)
  }
  let timer: NodeJS.Timeout | undefined
  const check = watchHealth(node, log, (isHealthy) => {
    // What the others sent until they were asked, or until this node heard them again, did not arrive here.
    setTimeout(receivers.gap, ASK_TAKES_MS).unref()
    // The last ones may not have arrived anywhere.
    if (!isHealthy) for (const { id, news } of recent.kept()) fallback.send(id, news)
  })
  return {
    isNotifying: false,
    atCommit: (given): AtCommit => {
      const id = node.newId()
      const isCarried = !node.isHealthy() || fallback.isAsked()
      return {
        inCommit: isCarried ? fallback.tagged(id, given) : [],
        ended: (outcome, added) => {
          if (outcome === 'unknown') return node.skip()
          if (!isCarried) send(id, given)
          return send(node.newId(), added)
        },
      }
    },
    publish: async (notification) => send(node.newId(), [notification]),
    // Triggers of the database notify by themselves.
    on: (channel, run) => {
      for (const from of [receivers, notify]) from.on(channel, run)
    },
    onGap: (run) => {
      for (const from of [receivers, notify]) from.onGap(run)
    },
    start: async () => {
      await notify.start()
      fallback.ask()
      node.start(await subject())
      timer = setInterval(() => {
        node.check()
        recent.forget()
        if (!check()) fallback.ask()
      }, CHECK_MS)
      timer.unref()
    },
    stop: async () => {
      clearInterval(timer)
      await node.stop()
      await notify.stop()
    },
  }
}

function oneAfterTheOther(receive: (notification: Notification) => Promise<void>, log: Log) {
  let order = Promise.resolve()
  return (notification: Notification): void => {
    order = order
      .then(() => receive(notification))
      .catch((error: unknown) => log.warn({ err: error }, 'a live event was lost'))
  }
}

type Watched = { isHealthy(): boolean; whyClosed(): Promise<string | null> }

/** Gives whether the NATS server answers each time it is called, and notes when that changes, with the reason where it does not. */
function watchHealth(
  { isHealthy, whyClosed }: Watched,
  log: Log,
  onChange: (isHealthy: boolean) => void,
): () => boolean {
  let was = false
  let isFirst = true
  return () => {
    const is = isHealthy()
    if (is && !was) log.info('the NATS server answers: live events go through it')
    if (!is && (was || isFirst)) {
      void whyClosed().then((reason) =>
        log.warn({ reason }, 'the NATS server does not answer: live events go through the database'),
      )
    }
    if (is !== was) onChange(is)
    was = is
    isFirst = false
    return is
  }
}
