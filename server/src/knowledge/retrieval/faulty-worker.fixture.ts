import { existsSync, writeFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { ToWorker } from './protocol.ts'

/*
 * A search thread that fails on the queries `crash`, `crash once <file>`, `hang` and `hang once <file>`, for tests. For all others
 * it is the real one.
 */
parentPort?.on('message', (request: ToWorker) => {
  if (request.type !== 'search') return
  const [fault, once, marker] = request.query.split(' ')
  if (fault !== 'crash' && fault !== 'hang') return
  if (once === 'once' && marker) {
    if (existsSync(marker)) return
    writeFileSync(marker, '')
  }
  if (fault === 'crash') process.exit(3)
  for (;;);
})
await import('./search-worker.ts')
