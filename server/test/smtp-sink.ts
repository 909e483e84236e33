import { createServer, type Socket } from 'node:net'

/** How the sink treats a mail: accepts it, or at a step refuses it with a reply, sends nothing, or closes the connection. */
export type SinkBehaviour = {
  at: 'never' | 'greeting' | 'rcpt' | 'data' | 'end'
  do: 'reply' | 'hang' | 'cut'
  reply?: string
}

export type SinkMail = { from: string; to: string[]; raw: string }

/** A minimal SMTP server for tests: stores the mails it accepts and fails as its `behaviour` is set at that moment. */
export async function smtpSink() {
  const mails: SinkMail[] = []
  const sockets = new Set<Socket>()
  const sink = { mails, behaviour: { at: 'never', do: 'reply' } as SinkBehaviour, connections: 0 }
  const server = createServer((socket) => {
    sockets.add(socket)
    sink.connections += 1
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
    serveClient(socket, sink)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The sink has no port.')
  return Object.assign(sink, {
    url: `smtp://127.0.0.1:${address.port}`,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  })
}

function serveClient(socket: Socket, sink: { mails: SinkMail[]; behaviour: SinkBehaviour }): void {
  let mail: SinkMail = { from: '', to: [], raw: '' }
  let pending = ''
  let isData = false
  const reply = (step: SinkBehaviour['at'], success: string): boolean => {
    if (sink.behaviour.at !== step) return socket.write(`${success}\r\n`)
    if (sink.behaviour.do === 'cut') socket.destroy()
    if (sink.behaviour.do === 'reply') socket.write(`${sink.behaviour.reply ?? '451 try later'}\r\n`)
    return false
  }
  const onCommand = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'EHLO' || verb === 'HELO') socket.write('250-sink\r\n250 SMTPUTF8\r\n')
    else if (verb === 'MAIL') {
      mail = { from: /<(.*?)>/.exec(line)?.[1] ?? '', to: [], raw: '' }
      socket.write('250 ok\r\n')
    } else if (verb === 'RCPT') {
      if (reply('rcpt', '250 ok')) mail.to.push(/<(.*?)>/.exec(line)?.[1] ?? '')
    } else if (verb === 'DATA') isData = reply('data', '354 send the message')
    else if (verb === 'QUIT') socket.end('221 bye\r\n')
    else socket.write('250 ok\r\n')
  }
  reply('greeting', '220 sink')
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    pending += chunk
    while (pending !== '') {
      const end = isData ? pending.indexOf('\r\n.\r\n') : pending.indexOf('\r\n')
      if (end < 0) return
      const part = pending.slice(0, end)
      pending = pending.slice(end + (isData ? 5 : 2))
      if (!isData) {
        onCommand(part)
        continue
      }
      isData = false
      if (reply('end', '250 accepted')) sink.mails.push({ ...mail, raw: part })
    }
  })
}
