import type { Log } from '#server/platform/log.ts'
import type { Bus, Notification } from './bus.ts'

/** The channel of NOTIFY by which nodes reach each other where the NATS server does not answer one of them. */
export const FALLBACK_CHANNEL = 'segue_bus'
const ASK = 'ask'
/** So long after a node asked for it, the others send by NOTIFY too; it asks every half second. */
const ASKED_MS = 6000

/** Sends by NOTIFY what otherwise goes through the NATS server, with the ids that it has there. */
export function createNotifyFallback(notify: Bus, log: Log, deliver: (id: string, notification: Notification) => void) {
  let askedAt = Number.NEGATIVE_INFINITY
  const tagged = (id: string, news: readonly Notification[]): Notification[] =>
    news.map(([channel, payload], at) => [FALLBACK_CHANNEL, `${id}.${at} ${channel} ${payload}`])
  const publish = (notification: Notification): void => {
    notify.publish(notification).catch((error: unknown) => log.warn({ err: error }, 'a live event was not sent'))
  }
  notify.on(FALLBACK_CHANNEL, (text) => {
    if (text === ASK) {
      askedAt = performance.now()
      return
    }
    const [id = '', channel = '', ...rest] = text.split(' ')
    deliver(id, [channel, rest.join(' ')])
  })
  return {
    /** As a commit carries them. */
    tagged,
    send: (id: string, news: readonly Notification[]): void => {
      for (const one of tagged(id, news)) publish(one)
    },
    /** Asks the other nodes to send by NOTIFY too. */
    ask: (): void => publish([FALLBACK_CHANNEL, ASK]),
    isAsked: (): boolean => performance.now() - askedAt < ASKED_MS,
  }
}
