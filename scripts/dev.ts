/** `npm run dev`: the server, started again at every change, and Vite's pages with hot reload, in one terminal. */
import { type ChildProcess, spawn } from 'node:child_process'

const pagesPort = process.env.SEGUE_DEV_PORT ?? '5173'
const pages = `http://127.0.0.1:${pagesPort}`
const env = {
  ...process.env,
  NODE_ENV: 'development',
  SEGUE_DEV_PORT: pagesPort,
  SEGUE_DEV_SERVER: process.env.SEGUE_DEV_SERVER ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`,
  // Links in mails and the origin check belong to the address in the browser's bar.
  BASE_URL: process.env.BASE_URL ?? pages,
}

// Sessions of their own: Ctrl-C comes here alone and is passed on once, so that the database closes in order.
const start = (...args: string[]): ChildProcess =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
    env,
  })

const children = [
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
