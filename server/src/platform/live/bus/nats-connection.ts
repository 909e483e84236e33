import { connect, type NatsConnection } from '@nats-io/transport-node'
import type { Log } from '#server/platform/log.ts'

const RECONNECT_MS = 500

/** `nats://user:password@host:4222`, `nats://token@host` or `tls://…`, several separated by commas. */
function optionsOf(urls: string) {
  const addresses = urls.split(',').map((url) => new URL(url.trim()))
  const [first] = addresses
  const { username, password } = first ?? { username: '', password: '' }
  return {
    servers: addresses.map(({ host }) => host),
    ...(username && password
      ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
      : username
        ? { token: decodeURIComponent(username) }
        : {}),
    ...(first?.protocol === 'tls:' ? { tls: {} } : {}),
  }
}

/**
 * One connection to the NATS server, which connects again by itself, also where there is none at the start. What is sent while there is no
 * connection is not kept.
 */
export function createNatsConnection(
  { url, log }: { url: string; log: Log },
  receive: (text: string) => void,
  onConnected: () => void,
) {
  let connection: NatsConnection | null = null
  let isConnected = false
  let isStopped = false
  const follow = async (current: NatsConnection): Promise<void> => {
    for await (const { type } of current.status()) {
      if (type === 'disconnect' || type === 'close') isConnected = false
      if (type === 'reconnect') {
        isConnected = true
        onConnected()
      }
    }
  }
  const open = async (subject: string): Promise<void> => {
    const current = await connect({
      ...optionsOf(url),
      name: 'segue',
      waitOnFirstConnect: true,
      maxReconnectAttempts: -1,
      // Credentials may be changed at the server first.
      ignoreAuthErrorAbort: true,
      reconnectTimeWait: RECONNECT_MS,
      timeout: 2000,
      pingInterval: 5000,
      maxPingOut: 2,
    })
    if (isStopped) return current.close()
    connection = current
    isConnected = true
    current.subscribe(subject, {
      callback: (error, message) => {
        if (error) log.warn({ err: error }, 'a message of the bus could not be read')
        else receive(message.string())
      },
    })
    onConnected()
    void follow(current)
  }
  return {
    /** Why there is no connection: what becomes of a new one; null where it succeeds now. Never rejects. */
    whyClosed: async (): Promise<string | null> => {
      try {
        const other = await connect({ ...optionsOf(url), name: 'segue', reconnect: false, timeout: 2000 })
        await other.close()
        return null
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      }
    },
    /** Returns at once; it goes on trying. */
    start: (subject: string): void => {
      open(subject).catch((error: unknown) => log.error({ err: error }, 'NATS_URL cannot be used'))
    },
    isOpen: (): boolean => isConnected && connection?.isClosed() === false,
    /** Sends nothing where there is no connection. */
    send: (subject: string, text: string): void => {
      try {
        if (isConnected && connection?.isClosed() === false) connection.publish(subject, text)
      } catch (error) {
        log.warn({ err: error }, 'the NATS server cannot be sent a live event')
      }
    },
    stop: async (): Promise<void> => {
      isStopped = true
      if (isConnected) await connection?.flush().catch(() => undefined)
      await connection?.close()
    },
  }
}
