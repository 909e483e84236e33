import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** What a name has: TXT records, IPv4 addresses, and whether its questions stay unanswered. */
export type Zone = Record<string, { txt?: string[]; a?: string[]; isSilent?: true }>
export type DnsStandin = { server: string; zone: Zone; questions: string[]; stop(): Promise<void> }

const NXDOMAIN = 3

/** A name server on this machine: answers over UDP from `zone`, which a test changes; other names do not exist. */
export async function startDns(zone: Zone = {}): Promise<DnsStandin> {
  const socket = createSocket('udp4')
  const questions: string[] = []
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionOf(query)
    questions.push(name)
    const entry = zone[name]
    if (entry?.isSilent) return
    const values = (type === 1 ? entry?.a : type === 16 ? entry?.txt : undefined) ?? []
    // A name also exists where another one lies under it.
    const exists = Object.keys(zone).some((one) => one === name || one.endsWith(`.${name}`))
    const header = Buffer.alloc(12)
    query.copy(header, 0, 0, 2)
    header.writeUInt16BE(0x8580 | (exists ? 0 : NXDOMAIN), 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(values.length, 6)
    const records = values.map((value) => recordOf(type, value))
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    server: `127.0.0.1:${socket.address().port}`,
    zone,
    questions,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** A record of the name in the question, to be kept for no time. */
function recordOf(type: number, value: string): Buffer {
  const text = Buffer.from(value)
  const content = type === 1 ? Buffer.from(value.split('.').map(Number)) : Buffer.from([text.length, ...text])
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(content.length, 10)
  return Buffer.concat([head, content])
}
