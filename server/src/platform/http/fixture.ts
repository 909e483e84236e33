import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { type Outgoing, outgoing } from './outgoing.ts'
import { OutgoingError } from './outgoing-error.ts'

const log = pino({ level: 'silent' })
const closing: (() => Promise<unknown>)[] = []
/** Stops the clients and servers of a test. */
export const closeAll = async (): Promise<void> => {
  for (const close of closing.splice(0)) await close()
}

/** A local server that records the requests it gets. */
export async function serve(listener: RequestListener): Promise<{ port: number; seen: IncomingMessage[] }> {
  const seen: IncomingMessage[] = []
  const server: Server = createServer((request, response) => {
    seen.push(request)
    listener(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  return { port: (server.address() as AddressInfo).port, seen }
}

/** An outgoing client that stops after the test. */
export function client(options: Partial<Parameters<typeof outgoing>[0]> = {}): Outgoing {
  const made = outgoing({ log, ...options })
  closing.unshift(() => made.stop())
  return made
}

/** A client that resolves every name to the loopback address. */
export const loopbackClient = () => client({ allowLoopback: true, resolve: async () => ['127.0.0.1'] })

/** The reason of the expected OutgoingError. */
export const reasonOf = async (promise: Promise<unknown>): Promise<string> => {
  const error = await promise.then(
    () => null,
    (e: unknown) => e,
  )
  if (error instanceof OutgoingError) return error.reason
  throw error ?? new Error('the request was expected to fail')
}
