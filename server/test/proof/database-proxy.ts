import { connect, createServer, type Socket } from 'node:net'

/** A proxy before the database that a test can close: connections are cut and new ones refused, as when the database stops. */
export type DatabaseProxy = { port: number; close(): Promise<void>; open(): Promise<void> }

export async function startDatabaseProxy(url: string): Promise<DatabaseProxy> {
  const { hostname, port: target } = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer((downstream) => {
    const upstream = connect(Number(target), hostname)
    for (const [one, opposite] of [
      [downstream, upstream],
      [upstream, downstream],
    ] as const) {
      sockets.add(one)
      one.on('error', () => undefined)
      one.on('close', () => {
        sockets.delete(one)
        opposite.destroy()
      })
    }
    downstream.pipe(upstream).pipe(downstream)
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
  return {
    port: address.port,
    open: () => listen(address.port),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** The database's URL through the proxy. */
export const urlThrough = (proxy: DatabaseProxy, url: string): string => {
  const through = new URL(url)
  through.port = String(proxy.port)
  return through.href
}
