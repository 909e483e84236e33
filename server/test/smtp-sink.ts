import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** How the sink treats a mail: accepts it, or at a step refuses it with a reply, sends nothing, or closes the connection. */
export type SinkBehaviour = {
  at: 'never' | 'greeting' | 'auth' | 'rcpt' | 'end'
  do: 'reply' | 'hang' | 'cut'
  reply?: string
}

export type SinkMail = { from: string; to: string[]; raw: string; user: string | null }

/** Who may sign in, and whether the sink encrypts with a certificate that nobody trusts. */
type Options = { password?: string; isEncrypted?: boolean }

type Done = (error?: Error | null) => void

/** A mail server for tests: stores the mails it accepts and fails as its `behaviour` is set at that moment. */
export async function smtpSink({ password, isEncrypted = false }: Options = {}) {
  const sink = { mails: [] as SinkMail[], behaviour: { at: 'never', do: 'reply' } as SinkBehaviour, connections: 0 }
  const fails = (step: SinkBehaviour['at'], done: Done, { id }: { id: string }): boolean => {
    const { at, do: how, reply = '451 try later' } = sink.behaviour
    if (at !== step) return false
    if (how === 'reply') done(Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) }))
    if (how === 'cut') for (const one of server.connections) if (idOf(one) === id) socketOf(one).destroy()
    return true
  }
  const server = new SMTPServer({
    authOptional: password === undefined,
    allowInsecureAuth: true,
    disabledCommands: isEncrypted ? [] : ['STARTTLS'],
    closeTimeout: 100,
    disableReverseLookup: true,
    logger: false,
    onConnect: (session, done) => {
      sink.connections += 1
      if (!fails('greeting', done, session)) done()
    },
    onAuth: (auth, session, done) => {
      if (fails('auth', done as Done, session)) return
      if (digest(auth.password ?? '') !== digest(password ?? '')) return done(new Error('wrong user or password'))
      done(null, { user: auth.username })
    },
    onRcptTo: (_, session, done) => {
      if (!fails('rcpt', done, session)) done()
    },
    onData: async (stream, session, done) => {
      // Null where the client closes the connection before the end.
      const raw = await text(stream).catch(() => null)
      if (raw === null || fails('end', done, session)) return
      const { mailFrom, rcptTo } = session.envelope
      const from = mailFrom ? mailFrom.address : ''
      const user = typeof session.user === 'string' ? session.user : null
      sink.mails.push({ from, to: rcptTo.map(({ address }) => address), raw, user })
      done()
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.server.address() as AddressInfo
  return Object.assign(sink, {
    port,
    url: `smtp://127.0.0.1:${port}`,
    stop: () =>
      new Promise<void>((ended) => {
        for (const one of server.connections) socketOf(one).destroy()
        server.close(() => ended())
      }),
  })
}

const digest = (value: string): string => createHash('sha256').update(value).digest('hex')

/** The package's types leave a connection's socket and id out. */
const idOf = (connection: unknown) => (connection as { id: string }).id
const socketOf = (connection: unknown) => (connection as { _socket: { destroy(): void } })._socket
