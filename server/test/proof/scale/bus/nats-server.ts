import { endProgram, programOf, startProgram, untilOpen } from '#test/proof/scale/programs.ts'
import { freePort } from '#test/proof/server-process.ts'

/** A NATS server of this machine, which a proof kills, freezes and starts again at the same port. */
export type NatsServer = {
  url: string
  kill(): Promise<void>
  start(): Promise<void>
  freeze(): void
  thaw(): void
}

export async function startNats(): Promise<NatsServer> {
  const port = await freePort()
  const program = programOf('nats-server', 'nats-server')
  let running: ReturnType<typeof startProgram> | undefined
  const server: NatsServer = {
    url: `nats://127.0.0.1:${port}`,
    start: async () => {
      running = startProgram(program, ['-a', '127.0.0.1', '-p', String(port)])
      await untilOpen(running, port)
    },
    kill: async () => {
      if (running) await endProgram(running.child, 'SIGKILL')
    },
    freeze: () => void running?.child.kill('SIGSTOP'),
    thaw: () => void running?.child.kill('SIGCONT'),
  }
  await server.start()
  return server
}
