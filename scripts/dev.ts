/** `npm run dev`: the server, started again at every change, Vite's pages with hot reload, and a stand-in for AI providers, in one terminal. */
import { type ChildProcess, spawn } from 'node:child_process'

const pagesPort = process.env.SEGUE_DEV_PORT ?? '5173'
const pages = `http://127.0.0.1:${pagesPort}`
/** Models cost money; here a stand-in answers for all providers. Set AI_ORIGIN to an empty value to call the real ones. */
const standinPort = process.env.STANDIN_PORT ?? '5174'
const env = {
  ...process.env,
  NODE_ENV: 'development',
  SEGUE_DEV_PORT: pagesPort,
  SEGUE_DEV_SERVER: process.env.SEGUE_DEV_SERVER ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`,
  // Links in mails and the origin check belong to the address in the browser's bar.
  BASE_URL: process.env.BASE_URL ?? pages,
  STANDIN_PORT: standinPort,
  AI_ORIGIN: process.env.AI_ORIGIN ?? `http://127.0.0.1:${standinPort}`,
  ALLOW_LOCAL_MODELS: process.env.ALLOW_LOCAL_MODELS ?? 'true',
}

// Each in its own session: Ctrl-C reaches only this process, which passes it on once, so that the database closes in order.
const start = (...args: string[]): ChildProcess =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
    env,
  })

const children = [
  start('server/test/standin/main.ts'),
  start('--watch', '--watch-preserve-output', '--watch-kill-signal=SIGTERM', 'server/src/main.ts'),
  start('node_modules/vite/bin/vite.js', '--port', pagesPort, '--strictPort', '--clearScreen=false'),
]

let stopping = false
function stop(): void {
  if (stopping) return
  stopping = true
  for (const child of children) if (child.exitCode === null) child.kill('SIGTERM')
}

process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) {
  child.on('exit', (code) => {
    if (!stopping && code !== 0) process.exitCode = code ?? 1
    stop()
  })
}
