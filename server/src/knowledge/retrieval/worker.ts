import { parentPort } from 'node:worker_threads'
import { buildIndex, type RetrievalIndex, search } from './engine.ts'
import type { FromWorker, Reply, Request, ToWorker } from './protocol.ts'

/*
 * The search thread: keeps the indexes of the tenants asked about lately and answers one message at a time. Which tenants
 * it keeps is decided by port.ts; it does no I/O.
 */
const indexes = new Map<string, RetrievalIndex>()

function answer(request: Request): Reply {
  if (request.type === 'load') {
    indexes.set(request.tenantId, buildIndex(request.entries))
    return { type: 'loaded' }
  }
  const index = indexes.get(request.tenantId)
  if (!index) return { type: 'unknown' }
  const options = request.limit === undefined ? {} : { limit: request.limit }
  return { type: 'found', result: search(index, request.query, options) }
}

function reply(request: Request & { id: number }): FromWorker {
  try {
    return { ...answer(request), id: request.id }
  } catch (error) {
    return { type: 'failed', id: request.id, message: error instanceof Error ? error.message : String(error) }
  }
}

parentPort?.on('message', (request: ToWorker) => {
  if (request.type === 'drop') indexes.delete(request.tenantId)
  else parentPort?.postMessage(reply(request))
})
