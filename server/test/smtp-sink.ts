import { createServer, type Socket } from 'node:net'

/** How the sink treats a mail: takes it, refuses it at a step with a reply, stays silent, or cuts the line. */
export type SinkMood = {
  at: 'never' | 'greeting' | 'rcpt' | 'data' | 'end'
  do: 'reply' | 'hang' | 'cut'
  reply?: string
}

export type SinkMail = { from: string; to: string[]; raw: string }

/** A small mail server for tests: keeps what it was given and fails in the way its `mood` says at that moment. */
export async function smtpSink() {
  const mails: SinkMail[] = []
  const sockets = new Set<Socket>()
  const sink = { mails, mood: { at: 'never', do: 'reply' } as SinkMood, connections: 0 }
  const server = createServer((socket) => {
    sockets.add(socket)
    sink.connections += 1
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
    talk(socket, sink)
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

function talk(socket: Socket, sink: { mails: SinkMail[]; mood: SinkMood }): void {
  let mail: SinkMail = { from: '', to: [], raw: '' }
  let pending = ''
  let isText = false
  const answer = (step: SinkMood['at'], usual: string): boolean => {
    if (sink.mood.at !== step) return socket.write(`${usual}\r\n`)
    if (sink.mood.do === 'cut') socket.destroy()
    if (sink.mood.do === 'reply') socket.write(`${sink.mood.reply ?? '451 try later'}\r\n`)
    return false
  }
  const onCommand = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'EHLO' || verb === 'HELO') socket.write('250-sink\r\n250 SMTPUTF8\r\n')
    else if (verb === 'MAIL') {
      mail = { from: /<(.*?)>/.exec(line)?.[1] ?? '', to: [], raw: '' }
      socket.write('250 ok\r\n')
    } else if (verb === 'RCPT') {
      if (answer('rcpt', '250 ok')) mail.to.push(/<(.*?)>/.exec(line)?.[1] ?? '')
    } else if (verb === 'DATA') isText = answer('data', '354 go on')
    else if (verb === 'QUIT') socket.end('221 bye\r\n')
    else socket.write('250 ok\r\n')
  }
  answer('greeting', '220 sink')
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    pending += chunk
    while (pending !== '') {
      const end = isText ? pending.indexOf('\r\n.\r\n') : pending.indexOf('\r\n')
      if (end < 0) return
      const part = pending.slice(0, end)
      pending = pending.slice(end + (isText ? 5 : 2))
      if (!isText) {
        onCommand(part)
        continue
      }
      isText = false
      if (answer('end', '250 taken')) sink.mails.push({ ...mail, raw: part })
    }
  })
}
