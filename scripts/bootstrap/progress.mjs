import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the clone. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Set-up cannot continue. The message holds what happened and what to do, and is all that is printed. */
export class SetupError extends Error {}

/** Prints a line to stderr, so that the output of a command can be piped. */
export function printLine(line) {
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
  else printLine(`${title} …`)
  const timer = live ? setInterval(draw, 1000) : undefined
  try {
    const result = await work()
    clearInterval(timer)
    printLine(`${live ? '\r\x1b[2K' : ''}${title}: done in ${seconds()} s`)
    return result
  } catch (error) {
    clearInterval(timer)
    printLine(`${live ? '\r\x1b[2K' : ''}${title}: failed after ${seconds()} s`)
    throw error
  }
}

/** Runs a program without showing its output. Gives the exit code (-1 when it could not be started) and the output. */
export function run(command, args, options = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], ...options })
    let output = ''
    const keep = (chunk) => {
      output += chunk
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => done({ code: -1, output: String(error) }))
    child.on('close', (code, signal) => done({ code: signal ? 1 : (code ?? 1), output }))
  })
}

/** The last lines of a program's output, for an error message. */
export function tail(text, lines = 15) {
  return text.trim().split('\n').slice(-lines).join('\n')
}
