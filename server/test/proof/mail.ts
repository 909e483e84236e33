/** `npm run proof:mail [-- part]`: runs what proves that mails are read rightly, and prints it; exits with 1 if a part finds a fault. */
import { corpusReport } from '#test/mail-corpus/report.ts'

/** Each part prints its results and gives how many faults it found. */
const PARTS: Record<string, (print: (text: string) => void) => Promise<number>> = {
  corpus: corpusReport,
}

const print = (text: string) => process.stdout.write(`${text}\n`)
const named = process.argv.slice(2)
const unknown = named.filter((name) => !(name in PARTS))
if (unknown.length > 0) throw new Error(`there is no part ${unknown.join(', ')}, only ${Object.keys(PARTS).join(', ')}`)
let faults = 0
for (const [name, run] of Object.entries(PARTS)) {
  if (named.length > 0 && !named.includes(name)) continue
  print(`\n${name}`)
  faults += await run(print)
}
process.exitCode = faults === 0 ? 0 : 1
