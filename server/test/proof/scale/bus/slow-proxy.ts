import { connect, createServer, type Socket } from 'node:net'

/** A way to a server that a proof makes slow, cuts, or lets swallow everything. */
export type SlowProxy = {
  port: number
  /** Each piece of data arrives so much later. */
  delayMs: number
  /** Cuts the connections, and refuses new ones until it is undone. */
  isCut: boolean
  cut(isCut: boolean): void
  close(): Promise<void>
}

export async function startSlowProxy(target: number): Promise<SlowProxy> {
  const sockets = new Set<Socket>()
  const server = createServer((downstream) => {
    if (proxy.isCut) return downstream.destroy()
    const upstream = connect(target, '127.0.0.1')
    join(downstream, upstream)
    join(upstream, downstream)
    return undefined
  })
  const join = (from: Socket, to: Socket): void => {
    sockets.add(from)
    from.on('data', (piece) => {
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
