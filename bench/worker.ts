import { startBare } from './bare.ts'
import { runLoads } from './load.ts'
import { runStreams } from './streams.ts'
import type { Answer, Order } from './workers.ts'

/** A process that sends load, holds streams or is the bare route, so that the server's process is measured and not this. */
const reply = (answer: Answer): void => {
  process.send?.(answer)
}

const obey = async (order: Order): Promise<unknown> => {
  if (order.kind === 'load') return runLoads(order.loads)
  if (order.kind === 'streams') return runStreams(order.streams)
  return startBare(order.routes)
}

process.on('message', (order: Order) => {
  obey(order).then(
    (done) => reply({ done }),
    (error: unknown) => reply({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
