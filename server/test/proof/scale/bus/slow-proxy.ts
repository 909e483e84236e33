import { connect, createServer, type Socket } from 'node:net'

/** A way to a server that a proof makes slow, cuts, lets swallow everything, or answers garbage. */
export type SlowProxy = {
  port: number
  /** Each piece of data arrives so much later. */
  delayMs: number
  /** What comes of the server's answers: nothing, or bytes that are none of its protocol. */
  answers: 'whole' | 'nothing' | 'garbage'
  /** Cuts the connections, and refuses new ones until it is undone. */
  isCut: boolean
  cut(isCut: boolean): void
  close(): Promise<void>
}

const GARBAGE = Buffer.from('\u0000\u0007not what was asked for\r\n\r\n')

export async function startSlowProxy(target: number): Promise<SlowProxy> {
  const sockets = new Set<Socket>()
  const server = createServer((downstream) => {
    if (proxy.isCut) return downstream.destroy()
    const upstream = connect(target, '127.0.0.1')
    join(downstream, upstream)
    join(upstream, downstream, (piece) => {
      if (proxy.answers === 'whole') return piece
      return proxy.answers === 'nothing' ? null : GARBAGE
    })
    return undefined
  })
  const join = (from: Socket, to: Socket, passed: (piece: Buffer) => Buffer | null = (piece) => piece): void => {
    sockets.add(from)
    from.on('data', (given: Buffer) => {
      const piece = passed(given)
      if (piece === null) return
      if (proxy.delayMs > 0) setTimeout(() => to.write(piece), proxy.delayMs)
      else to.write(piece)
    })
    from.on('error', () => undefined)
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
  const proxy: SlowProxy = {
    port: address.port,
    delayMs: 0,
    answers: 'whole',
    isCut: false,
    cut: (isCut) => {
      proxy.isCut = isCut
      if (isCut) for (const socket of sockets) socket.destroy()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
  return proxy
}
