import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the clone. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Set-up cannot go on; the message says what happened and what to do, and is all the person sees. */
export class SetupError extends Error {}

/** One line for the person at the terminal. On stderr, so that a command's own output can be piped. */
export function say(line) {
  process.stderr.write(`${line}\n`)
}

/**
 * Runs a step that takes a while. On a terminal its line counts the seconds; elsewhere (logs) it is one line before and
 * one after.
 */
export async function step(title, work) {
  const began = Date.now()
  const seconds = () => ((Date.now() - began) / 1000).toFixed(1)
  const live = process.stderr.isTTY === true
  const draw = () => process.stderr.write(`\r\x1b[2K${title} … ${Math.round((Date.now() - began) / 1000)} s`)
  if (live) draw()
  else say(`${title} …`)
  const timer = live ? setInterval(draw, 1000) : undefined
  try {
    const result = await work()
    clearInterval(timer)
    say(`${live ? '\r\x1b[2K' : ''}${title}: done in ${seconds()} s`)
    return result
  } catch (error) {
    clearInterval(timer)
    say(`${live ? '\r\x1b[2K' : ''}${title}: failed after ${seconds()} s`)
    throw error
  }
}

/** Runs a program quietly and gives its exit code (-1 when it could not be started) and everything it said. */
export function run(command, args, options = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], ...options })
    let said = ''
    const keep = (chunk) => {
      said += chunk
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => done({ code: -1, said: String(error) }))
    child.on('close', (code, signal) => done({ code: signal ? 1 : (code ?? 1), said }))
  })
}

/** The last lines of a program's output, for an error message. */
export function tail(text, lines = 15) {
  return text.trim().split('\n').slice(-lines).join('\n')
}
