import { randomInt } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Asks for a text at the terminal without showing what is typed. */
async function promptHidden(question: string): Promise<string> {
  process.stdout.write(question)
  const discard = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: discard, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stdout.write('\n')
  }
}

/** A new password, typed twice. Throws when the two differ. */
export async function promptNewPassword(): Promise<string> {
  const first = await promptHidden('Password (not shown): ')
  const second = await promptHidden('The same again: ')
  if (first !== second) throw new Error('Passwords do not match. Run the command again.')
  return first
}

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password of 100 bits that can be read out and typed: five groups of four. */
export const generatePassword = (): string =>
  Array.from({ length: 5 }, () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')).join(
    '-',
  )
