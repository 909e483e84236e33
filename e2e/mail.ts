import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Segue } from './segue.ts'

const decoded = (quotedPrintable: string): string =>
  quotedPrintable.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number(`0x${hex}`)))

/** What the first group of a pattern finds in a mail that was sent to an address. */
export async function inMailTo({ dataDir }: Segue, address: string, pattern: RegExp): Promise<string> {
  let found: string | undefined
  await expect(async () => {
    const folder = join(dataDir, 'mail')
    const mails = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
    const texts = mails.filter((text) => text.includes(`To: ${address}`)).map(decoded)
    found = texts.map((text) => pattern.exec(text)?.[1]).find((one) => one !== undefined)
    expect(found).toBeDefined()
  }).toPass()
  return found ?? ''
}
