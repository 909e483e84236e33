import type { Worker } from 'node:cluster'
import type { FromPrimary, FromProcess, ProcessMetrics } from './messages.ts'

/** A process that does not answer in this time is left out: one that hangs must not hide the metrics of the others. */
const ANSWER_MS = 2000

/** Asks every process for its metrics and resolves with the answers, in the order of the processes. */
export function collectMetrics(id: string, processes: readonly { name: string; worker: Worker }[]) {
  return Promise.all(processes.map((one) => metricsOf(id, one))).then((all) => all.filter((one) => one !== null))
}

function metricsOf(id: string, { name, worker }: { name: string; worker: Worker }): Promise<ProcessMetrics | null> {
  return new Promise((resolve) => {
    const settle = (metrics: ProcessMetrics | null) => {
      clearTimeout(timer)
      worker.off('message', receive)
      worker.off('exit', end)
      resolve(metrics)
    }
    const receive = (message: FromProcess) => {
      if (message.kind === 'metrics' && message.id === id) settle({ process: name, values: message.values })
    }
    const end = () => settle(null)
    const timer = setTimeout(end, ANSWER_MS)
    worker.on('message', receive)
    worker.on('exit', end)
    const question: FromPrimary = { kind: 'read metrics', id }
    if (worker.isConnected()) worker.send(question, (error) => error && end())
    else end()
  })
}
