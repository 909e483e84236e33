import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = {
  id: string
  event: string
  signature: string
  raw: string
  body: { id: string; event: string; version: number; createdAt: string; data: Record<string, never> }
}

export type Receiver = {
  url: string
  received: Received[]
  /** How it answers from now on; 200 without it. */
  answer(how: (response: ServerResponse, received: Received) => void): void
  stop(): Promise<void>
}

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** A business's own server, which records what it is told. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const accept = (response: ServerResponse) => void response.end('thanks')
  let answer: (response: ServerResponse, received: Received) => void = accept
  const server = createServer(async (request, response) => {
    const raw = await textOf(request)
    const header = (name: string) => String(request.headers[name] ?? '')
    const one = {
      id: header('segue-delivery'),
      event: header('segue-event'),
      signature: header('segue-signature'),
      raw,
      body: JSON.parse(raw) as Received['body'],
    }
    received.push(one)
    answer(response, one)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: (how) => {
      answer = how
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** What a receiver does (docs/webhooks.md): whether a request is signed by one of its secrets and not older than five minutes. */
export function isSigned({ signature, raw }: Pick<Received, 'signature' | 'raw'>, secret: string, now: Date): boolean {
  const parts = signature.split(',').map((part) => part.split('=') as [string, string])
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (Math.abs(now.getTime() / 1000 - Number(time)) > 300) return false
  const expected = createHmac('sha256', secret).update(`${time}.${raw}`).digest('hex')
  return parts.some(([name, value]) => name === 'v1' && value === expected)
}
