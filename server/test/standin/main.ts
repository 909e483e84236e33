import { startStandin } from './server.ts'

/** The stand-in as a process of its own, for development and the bench; STANDIN_PORT (any free one without it). Ends with its parent's signal. */
const standin = await startStandin(Number(process.env.STANDIN_PORT ?? 0))
process.stdout.write(`stand-in for AI providers at ${standin.url}\n`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void standin.stop().then(() => process.exit(0))
  })
}
