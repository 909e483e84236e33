import { startStandin } from './server.ts'

/** The stand-in as a separate process, for development and the benchmark. STANDIN_PORT sets its port (default: any free one). */
const standin = await startStandin(Number(process.env.STANDIN_PORT ?? 0))
process.stdout.write(`stand-in for AI providers at ${standin.url}\n`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void standin.stop().then(() => process.exit(0))
  })
}
