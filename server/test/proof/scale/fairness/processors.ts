import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { ownProcessorMsOf, processorMsOf } from '#test/process-use.ts'

/** Processors in use over a time: by the server's process, by its database, and by all that runs on the machine. */
export type Processors = {
  server: number
  database: number
  machine: number
  /** Of each second so many milliseconds the server's first thread could run, and had no processor. */
  waitedMs: number
}

/** Begins to measure; the function it gives returns what was used since. A database of its own is a descendant of the server. */
export function watchProcessors(serverPid: number): () => Processors {
  const read = () => {
    const server = ownProcessorMsOf(serverPid) ?? 0
    const machine = cpus().reduce((sum, { times }) => sum + times.user + times.sys + times.nice + times.irq, 0)
    return { server, database: processorMsOf(serverPid) - server, machine, waited: waitedMsOf(serverPid) }
  }
  const [before, began] = [read(), performance.now()]
  return () => {
    const now = read()
    const of = (what: keyof typeof now) => (now[what] - before[what]) / (performance.now() - began)
    return { server: of('server'), database: of('database'), machine: of('machine'), waitedMs: of('waited') * 1000 }
  }
}

/** How long the first thread of a process had to wait for a processor since it began; 0 on systems other than Linux. */
function waitedMsOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1_000_000
  } catch {
    return 0
  }
}

/** What the machine did in both phases: where it has no processor left, waiting is not a matter of turns. */
export function processorsText(without: readonly Processors[], beside: readonly Processors[]): string {
  const change = (what: keyof Processors, digits: number) => {
    const mean = (all: readonly Processors[]) =>
      (all.reduce((sum, one) => sum + one[what], 0) / all.length).toFixed(digits)
    return `${mean(without)} → ${mean(beside)}`
  }
  const used = (['server', 'database', 'machine'] as const).map((what) => `${what} ${change(what, 2)}`).join(', ')
  return `of ${cpus().length} processors in use: ${used}; the server waits for one ${change('waitedMs', 0)} ms of a second`
}
